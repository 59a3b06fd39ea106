package io.weir.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.Algorithm;
import io.weir.Charge;
import io.weir.Decision;
import io.weir.Limit;
import io.weir.RateLimiter;
import io.weir.local.LocalRateLimiter;
import io.weir.testing.ManualClock;
import io.weir.testing.TestRedis;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.BeforeContainer;
import org.redisson.api.RScript;
import org.redisson.api.RedissonClient;
import org.redisson.client.codec.StringCodec;

/** Requests that share a script call are decided as if each had its own, a microsecond after the other. */
class ManyAtOnceTest {

    private static final List<Algorithm> ALGORITHMS = List.of(
            Algorithm.slidingWindowLog(),
            new Algorithm.SlidingWindowBuckets(6),
            new Algorithm.SlidingWindowCounter(),
            Algorithm.FixedWindow.ofClock(),
            new Algorithm.Gcra(0));

    private static RedissonClient client;

    @BeforeContainer
    static void connect() {
        client = TestRedis.shared().client();
    }

    @AfterContainer
    static void disconnect() {
        client.shutdown();
    }

    @Property(tries = 300)
    void answersAreThoseOfTheTwinAskedOneByOne(@ForAll Random random) {
        ManualClock clock = ManualClock.create();
        RateLimiter twin = LocalRateLimiter.create(clock, 1000);
        String run = UUID.randomUUID().toString();
        List<Limit> limits = IntStream.range(0, 3)
                .mapToObj(i -> Limit.of(1 + random.nextInt(8), Duration.ofMillis(1 + random.nextInt(5_000)))
                        .countedBy(ALGORITHMS.get(random.nextInt(ALGORITHMS.size()))))
                .toList();
        for (int round = 0; round < 8; round++) {
            clock.advanceMicros(random.nextInt(2_000_000));
            List<List<Charge>> requests = IntStream.rangeClosed(0, random.nextInt(12))
                    .mapToObj(i -> charges(random, run, limits))
                    .toList();
            List<Object> replies = decide(clock.micros(), requests);
            for (int i = 0; i < requests.size(); i++) {
                Decision decision = AcquireReply.read(replies.get(i), "r" + i, requests.get(i));
                Decision expected = twin.acquire(requests.get(i));
                assertThat(decision.quotas()).isEqualTo(expected.quotas());
                assertThat(decision.at()).isEqualTo(expected.at());
                clock.advanceMicros(1);
            }
        }
    }

    /** Some limits of one of three clients. */
    private static List<Charge> charges(Random random, String run, List<Limit> limits) {
        int who = random.nextInt(3);
        int first = random.nextInt(limits.size());
        return IntStream.range(first, limits.size())
                .mapToObj(i -> new Charge(limits.get(i), run + ":{" + who + "}:" + i, random.nextInt(4)))
                .toList();
    }

    private static List<Object> decide(long now, List<List<Charge>> requests) {
        List<Call> calls = new ArrayList<>();
        for (int i = 0; i < requests.size(); i++) {
            Set<String> algorithms = requests.get(i).stream()
                    .map(charge -> charge.limit().algorithm().word())
                    .collect(Collectors.toSet());
            calls.add(new Call(algorithms, new ScriptCall("").with("r" + i).with(requests.get(i))));
        }
        ScriptCall many = OneScript.request(Long.toString(now), calls);
        return client.getScript(StringCodec.INSTANCE)
                .eval(
                        RScript.Mode.READ_WRITE,
                        new Drivers().many(calls).text(),
                        RScript.ReturnType.LIST,
                        many.keys(),
                        many.args().toArray());
    }
}
