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
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.redisson.api.RScoredSortedSet;
import org.redisson.api.RScript;
import org.redisson.api.RedissonClient;
import org.redisson.api.redisnode.RedisNode;
import org.redisson.api.redisnode.RedisNodes;
import org.redisson.client.codec.StringCodec;

/** What a decision costs Redis: round trips, commands, and bytes per client. On a server of its own, which counts. */
class CostOfADecisionTest {

    /** As the gate makes them. */
    private static final String CLIENT = "weir:shop:2:{ip=203.0.113.9}:api:";

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
        return statistic("calls");
    }

    /** A number by command, as {@code INFO commandstats} counts it. */
    private static Map<String, Long> statistic(String which) {
        Map<String, Long> values = new TreeMap<>();
        client.getRedisNodes(RedisNodes.SINGLE)
                .getInstance()
                .info(RedisNode.InfoSection.COMMANDSTATS)
                .forEach((name, stats) -> values.put(
                        name.replace("cmdstat_", ""),
                        Long.parseLong(stats.replaceAll("(?:.*,)?" + which + "=(\\d+).*", "$1"))));
        return values;
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
    void logReadsOnceAndWritesOnce_andPaysNothingForBlocks() {
        Charge charge = charge(Algorithm.slidingWindowLog(), 3, 1);
        limiter.peek(List.of(charge)); // loads the script
        for (int i = 0; i < 3; i++) {
            assertThat(commandsOf(() -> limiter.acquire(List.of(charge))))
                    .isEqualTo(Map.of("evalsha", 1L, "time", 1L, "getrange", 1L, "setrange", 1L, "pexpire", 1L));
        }
        assertThat(commandsOf(() -> limiter.acquire(List.of(charge))))
                .as("refused")
                .isEqualTo(Map.of("evalsha", 1L, "time", 1L, "getrange", 1L));
    }

    static Stream<Algorithm> all() {
        return Stream.concat(Stream.of(Algorithm.slidingWindowLog()), counters());
    }

    static Stream<Algorithm> counters() {
        return Stream.of(
                new Algorithm.SlidingWindowBuckets(60),
                new Algorithm.SlidingWindowCounter(),
                Algorithm.FixedWindow.ofClock(),
                new Algorithm.Gcra(0));
    }

    @ParameterizedTest
    @MethodSource("all")
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

    /** The smallest of several: whatever else the machine does only adds. */
    @Test
    void redisIsHeldForLessThanAMillisecond_whenAHundredThousandPermitsLeaveAtOnce() {
        Charge all = charge(Algorithm.slidingWindowLog(), 100_000, 100_000);
        Charge half = charge(Algorithm.slidingWindowLog(), 100_000, 50_000);
        Charge one = charge(Algorithm.slidingWindowLog(), 100_000, 1);
        long whole = Long.MAX_VALUE;
        long part = Long.MAX_VALUE;
        long most = Long.MAX_VALUE;
        ScriptAt script = new ScriptAt();
        for (int i = 0; i < 7; i++) {
            script.acquire(all);
            script.micros += 60_000_000;
            whole = Math.min(whole, microsOf(() -> script.acquire(one)));
            script.micros += 60_000_000;
            script.acquire(half);
            script.micros += 30_000_000;
            script.acquire(half);
            script.micros += 30_000_000;
            part = Math.min(part, microsOf(() -> script.acquire(one)));
            script.acquire(charge(Algorithm.slidingWindowLog(), 100_000, 20_000));
            script.micros += 30_000_000;
            most = Math.min(most, microsOf(() -> script.acquire(one)));
            script.micros += 60_000_000;
        }
        assertThat(whole).isLessThan(1000);
        assertThat(part).isLessThan(1000);
        assertThat(most).as("of 120 000 all but 20 000, and these are moved").isLessThan(1000);
    }

    private static long microsOf(Runnable script) {
        long before = statistic("usec").getOrDefault("evalsha", 0L);
        script.run();
        return statistic("usec").get("evalsha") - before;
    }

    /** Against a sorted set with a UUID per permit, as such scripts often have it. */
    @Test
    void logTakesAFractionOfASortedSet() {
        Map.of(100L, 0.4, 10_000L, 0.1).forEach((permits, fraction) -> {
            ScriptAt script = new ScriptAt();
            Charge charge = charge(Algorithm.slidingWindowLog(), permits, permits / 100);
            RScoredSortedSet<String> set = client.getScoredSortedSet("{set}" + permits, StringCodec.INSTANCE);
            Map<String, Double> members = new HashMap<>();
            for (int i = 0; i < permits; i++) {
                members.put(UUID.randomUUID().toString(), 1_764_583_200_000.0 + i);
            }
            set.addAll(members);
            for (int i = 0; i < 100; i++) {
                script.acquire(charge);
                script.micros += 500_000;
            }
            assertThat((double) bytes(charge.key()) / bytes(set.getName()))
                    .as("at %d permits", permits)
                    .isLessThan(fraction);
        });
    }

    @Test
    void logGivesBackItsMemory_whileItGoesOnWithoutEnd() {
        ScriptAt script = new ScriptAt();
        Charge charge = charge(Algorithm.slidingWindowLog(), 100, 1);
        for (int i = 0; i < 1000; i++) {
            script.acquire(charge);
            script.micros += 600_000;
        }
        assertThat(bytes(charge.key())).isLessThan(2500);
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
