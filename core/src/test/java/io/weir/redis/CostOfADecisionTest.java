package io.weir.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.Algorithm;
import io.weir.CalendarBlock;
import io.weir.Charge;
import io.weir.Limit;
import io.weir.RateLimiter;
import io.weir.testing.TestRedis;
import java.time.Duration;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.redisson.api.RScript;
import org.redisson.api.RedissonClient;
import org.redisson.api.redisnode.RedisNode;
import org.redisson.api.redisnode.RedisNodes;
import org.redisson.client.codec.StringCodec;

/** What a decision costs Redis: round trips, commands, and bytes per client. On a server of its own, which counts. */
class CostOfADecisionTest {

    /** As the gate makes them. */
    private static final String CLIENT = "weir:shop:1:{ip=203.0.113.9}:api:";

    private static TestRedis server;
    private static RedissonClient client;
    private static RateLimiter limiter;

    @BeforeAll
    static void start() {
        server = TestRedis.start();
        client = server.client();
        limiter = RedissonRateLimiter.create(client, Duration.ofSeconds(5));
    }

    @AfterAll
    static void stop() {
        client.shutdown();
        server.close();
    }

    private static Charge charge(Algorithm algorithm, long permits, long cost) {
        Limit limit = Limit.of(permits, Duration.ofMinutes(1)).countedBy(algorithm);
        return new Charge(limit, CLIENT + permits + ":" + algorithm.code(), cost);
    }

    /** Calls by command while some work is done, those of scripts included. */
    private static Map<String, Long> commandsOf(Runnable work) {
        Map<String, Long> before = calls();
        work.run();
        Map<String, Long> during = new TreeMap<>();
        calls().forEach((command, calls) -> {
            long more = calls - before.getOrDefault(command, 0L);
            if (more > 0 && !command.equals("info") && !command.equals("ping")) {
                during.put(command, more);
            }
        });
        return during;
    }

    private static Map<String, Long> calls() {
        Map<String, Long> calls = new TreeMap<>();
        client.getRedisNodes(RedisNodes.SINGLE)
                .getInstance()
                .info(RedisNode.InfoSection.COMMANDSTATS)
                .forEach((name, stats) -> calls.put(
                        name.replace("cmdstat_", ""), Long.parseLong(stats.replaceAll("calls=(\\d+),.*", "$1"))));
        return calls;
    }

    @Test
    void sixLimitsCostOneRoundTrip() {
        List<Charge> six = new ArrayList<>();
        List<Algorithm> algorithms = List.of(
                Algorithm.slidingWindowLog(),
                new Algorithm.SlidingWindowBuckets(60),
                new Algorithm.SlidingWindowCounter(),
                Algorithm.FixedWindow.ofClock(),
                Algorithm.FixedWindow.of(new CalendarBlock(CalendarBlock.Unit.DAY, ZoneId.of("Europe/Paris"))),
                new Algorithm.Gcra(0));
        for (Algorithm algorithm : algorithms) {
            six.add(charge(algorithm, 100 + six.size(), 1));
        }
        limiter.acquire(six);
        Map<String, Long> commands = commandsOf(() -> limiter.acquire(six));
        assertThat(commands).containsEntry("evalsha", 1L).doesNotContainKeys("eval", "script");
    }

    @Test
    void logReadsItsHeadFirst_andPaysNothingForBlocks() {
        Charge charge = charge(Algorithm.slidingWindowLog(), 3, 1);
        limiter.peek(List.of(charge)); // loads the script
        assertThat(commandsOf(() -> limiter.acquire(List.of(charge))))
                .isEqualTo(Map.of("evalsha", 1L, "time", 1L, "zrange", 1L, "zadd", 1L, "pexpire", 1L));
        assertThat(commandsOf(() -> limiter.acquire(List.of(charge))))
                .isEqualTo(Map.of("evalsha", 1L, "time", 1L, "zrange", 1L, "zcard", 1L, "zadd", 1L, "pexpire", 1L));
        limiter.acquire(List.of(charge));
        assertThat(commandsOf(() -> limiter.acquire(List.of(charge))))
                .as("refused: the newest tells when the quota is whole again")
                .isEqualTo(Map.of("evalsha", 1L, "time", 1L, "zrange", 3L, "zcard", 1L));
    }

    static Stream<Algorithm> counters() {
        return Stream.of(
                new Algorithm.SlidingWindowBuckets(60),
                new Algorithm.SlidingWindowCounter(),
                Algorithm.FixedWindow.ofClock(),
                new Algorithm.Gcra(0));
    }

    @ParameterizedTest
    @MethodSource("counters")
    void costOfTenThousandCostsTheSameAsOne(Algorithm algorithm) {
        limiter.peek(List.of(charge(algorithm, 1_000_000, 1))); // loads the script
        Map<String, Long> one = commandsOf(() -> limiter.acquire(List.of(charge(algorithm, 1_000_000, 1))));
        limiter.reset(charge(algorithm, 1_000_000, 1).key()).join();
        Map<String, Long> many = commandsOf(() -> limiter.acquire(List.of(charge(algorithm, 1_000_000, 10_000))));
        assertThat(many).isEqualTo(one);
    }

    private static long bytes(String key) {
        return client.getScript(StringCodec.INSTANCE)
                .<Long>eval(
                        RScript.Mode.READ_ONLY,
                        "return redis.call('MEMORY', 'USAGE', KEYS[1], 'SAMPLES', '0')",
                        RScript.ReturnType.LONG,
                        List.of(key));
    }

    @Test
    void sixtyBucketsTakeLessThanOneAndAHalfKilobytes_whateverTheLimit() {
        Algorithm buckets = new Algorithm.SlidingWindowBuckets(60);
        for (long permits : List.of(1_000L, 1_000_000_000L)) {
            ScriptAt script = new ScriptAt();
            Charge charge = charge(buckets, permits, permits / 100);
            for (int i = 0; i <= 60; i++) {
                script.acquire(charge);
                script.micros += 1_000_000;
            }
            assertThat(bytes(charge.key())).as("at %d permits", permits).isLessThan(1536);
        }
    }

    @ParameterizedTest
    @MethodSource("counters")
    void otherCountersTakeLessThanTwoHundredBytes(Algorithm algorithm) {
        if (algorithm instanceof Algorithm.SlidingWindowBuckets) {
            algorithm = Algorithm.FixedWindow.of(new CalendarBlock(CalendarBlock.Unit.MONTH, ZoneId.of("Asia/Tokyo")));
        }
        ScriptAt script = new ScriptAt();
        Charge charge = charge(algorithm, 999_999_999, 99_999_999);
        for (int i = 0; i < 5; i++) {
            script.acquire(charge);
            script.micros += 17_123_456;
        }
        assertThat(bytes(charge.key())).isLessThan(200);
    }

    /** Tells the script the time. */
    private static final class ScriptAt {

        private final RedissonRateLimiter script = RedissonRateLimiter.of(client, Duration.ofSeconds(5));
        private long micros = 1_764_583_200_000_000L;

        void acquire(Charge charge) {
            script.acquireAt(Long.toString(micros), script.newId(), List.of(charge))
                    .join();
        }
    }
}
