package io.weir.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.Algorithm;
import io.weir.Charge;
import io.weir.Limit;
import io.weir.docs.AlgorithmsDoc;
import io.weir.testing.TestRedis;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.redisson.api.RScript;
import org.redisson.api.RedissonClient;
import org.redisson.client.codec.StringCodec;

/** Each client takes as much memory as {@code docs/algorithms.md} says, give or take what servers differ. */
class DocumentedMemoryTest {

    private static final Percentage TOLERANCE = Percentage.withPercentage(25);
    private static final int MOST_REQUESTS = 200;
    private static final long WINDOW = 60_000_000;
    private static final Map<String, Long> UNITS = Map.of("B", 1L, "KB", 1000L, "MB", 1_000_000L);

    private static RedissonClient client;

    @BeforeAll
    static void connect() {
        client = TestRedis.shared().client();
    }

    @AfterAll
    static void disconnect() {
        client.shutdown();
    }

    static Stream<Algorithm> algorithms() {
        return Stream.of(
                Algorithm.slidingWindowLog(),
                new Algorithm.SlidingWindowBuckets(60),
                new Algorithm.SlidingWindowCounter(),
                Algorithm.FixedWindow.ofClock(),
                new Algorithm.Gcra(0));
    }

    @ParameterizedTest
    @MethodSource("algorithms")
    void clientTakesAsMuchAsTheTableSays(Algorithm algorithm) {
        List<String> row = new AlgorithmsDoc().overview().get(algorithm.word());
        assertThat(bytes(algorithm, 100)).isCloseTo(documented(row.get(1)), TOLERANCE);
        assertThat(bytes(algorithm, 10_000)).isCloseTo(documented(row.get(2)), TOLERANCE);
    }

    @ParameterizedTest
    @ValueSource(longs = {50, 128, 129, 1_000, 5_000, 20_000})
    void logTakesEightBytesAPermit_andWhatRedisReserves(long permits) {
        assertThat(bytes(Algorithm.slidingWindowLog(), permits)).isBetween(8 * permits, 20 * permits + 250);
    }

    private static long documented(String cell) {
        String[] numberAndUnit = cell.split(" ", 2);
        return Math.round(Double.parseDouble(numberAndUnit[0]) * UNITS.get(numberAndUnit[1]));
    }

    /** Of a client that has just taken the last permit, evenly over a minute, under a key as the gate makes them. */
    private static long bytes(Algorithm algorithm, long permits) {
        long requests = Math.min(permits, MOST_REQUESTS);
        Limit limit = Limit.of(permits, Duration.ofMinutes(1)).countedBy(algorithm);
        String key = "weir:shop:2:{ip=203.0.113.9}:api:" + permits + ":" + algorithm.code();
        Charge charge = new Charge(limit, key, permits / requests);
        RedissonRateLimiter script = RedissonRateLimiter.of(client, Duration.ofSeconds(5));
        script.reset(key).join();
        for (long i = 0; i < requests; i++) {
            long micros = 1_764_583_200_000_000L + i * WINDOW / requests;
            assertThat(script.acquireAt(Long.toString(micros), script.newId(), List.of(charge))
                            .join()
                            .allowed())
                    .isTrue();
        }
        return client.getScript(StringCodec.INSTANCE)
                .<Long>eval(
                        RScript.Mode.READ_ONLY,
                        "return redis.call('MEMORY', 'USAGE', KEYS[1], 'SAMPLES', '0')",
                        RScript.ReturnType.LONG,
                        List.of(key));
    }
}
