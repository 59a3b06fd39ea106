package io.weir.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.weir.Algorithm;
import io.weir.AlgorithmsContract;
import io.weir.Charge;
import io.weir.Decision;
import io.weir.Limit;
import io.weir.Quota;
import io.weir.RateLimiter;
import io.weir.RateLimiterException;
import io.weir.testing.TestCluster;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.redisson.api.RedissonClient;

/** A real cluster of three masters. */
class ClusterTest {

    private static TestCluster cluster;
    private static RedissonClient client;
    private static RateLimiter limiter;

    private final String run = UUID.randomUUID().toString();

    @BeforeAll
    static void start() {
        cluster = TestCluster.start();
        client = cluster.client();
        limiter = RedissonRateLimiter.create(client, Duration.ofSeconds(5));
    }

    @AfterAll
    static void stop() {
        client.shutdown();
        cluster.close();
    }

    private Charge charge(String who, Algorithm algorithm, long permits) {
        Limit limit = Limit.of(permits, Duration.ofMinutes(10)).countedBy(algorithm);
        return Charge.of(limit, run + ":{" + who + "}:" + algorithm.code());
    }

    static List<Algorithm> algorithms() {
        return AlgorithmsContract.algorithms().toList();
    }

    @ParameterizedTest
    @MethodSource("algorithms")
    void limitHoldsForEveryClient_whereverItsKeysLie(Algorithm algorithm) {
        for (int i = 0; i < 30; i++) {
            List<Charge> charges =
                    List.of(charge("client" + i, algorithm, 3), charge("client" + i, Algorithm.slidingWindowLog(), 9));
            if (algorithm instanceof Algorithm.SlidingWindowLog) {
                charges = List.of(charges.get(0));
            }
            List<Charge> same = charges;
            assertThat(IntStream.range(0, 4).mapToObj(n -> limiter.acquire(same).allowed()))
                    .containsExactly(true, true, true, false);
        }
        assertThat(cluster.masters()).allSatisfy(master -> {
            RedissonClient direct = master.client();
            try {
                assertThat(direct.getKeys().count()).isGreaterThan(5);
            } finally {
                direct.shutdown();
            }
        });
    }

    @ParameterizedTest
    @MethodSource("algorithms")
    void whatOtherClientsTookIsRefunded_whenOneDenies(Algorithm algorithm) {
        List<Charge> charges = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            charges.add(charge("roomy" + i, algorithm, 10));
        }
        Charge full = charge("full", algorithm, 1);
        charges.add(3, full);
        assertThat(limiter.acquire(charges).allowed()).isTrue();

        Decision denied = limiter.acquire(charges);
        assertThat(denied.allowed()).isFalse();
        assertThat(denied.quotas()).extracting(Quota::charge).isEqualTo(charges);
        assertThat(denied.quotas()).extracting(Quota::remaining).containsExactly(9L, 9L, 9L, 0L, 9L, 9L, 9L);
        assertThat(denied.retryAfter()).isPresent();
        await().untilAsserted(() -> assertThat(limiter.peek(charges).quotas())
                .extracting(Quota::remaining)
                .containsExactly(9L, 9L, 9L, 0L, 9L, 9L, 9L));
    }

    @Test
    void whatOtherClientsTookIsRefunded_whenTheCallerGivesUp() {
        List<Charge> charges = IntStream.range(0, 12)
                .mapToObj(i -> charge("given-up" + i, Algorithm.slidingWindowLog(), 5))
                .toList();
        limiter.peek(charges); // every master has the script
        CompletableFuture<Decision> decision = limiter.acquireAsync(charges);
        assertThat(decision.cancel(true)).isTrue();
        await().untilAsserted(() -> assertThat(limiter.peek(charges).quotas())
                .extracting(Quota::remaining)
                .containsOnly(5L));
    }

    @Test
    void nothingIsTaken_whenOneMasterDoesNotAnswerInTime() {
        RateLimiter impatient = RedissonRateLimiter.create(client, Duration.ofMillis(300));
        List<Charge> charges = IntStream.range(0, 12)
                .mapToObj(i -> charge("stalled" + i, Algorithm.slidingWindowLog(), 5))
                .toList();
        limiter.peek(charges);
        cluster.masters().get(0).pause();
        try {
            assertThatThrownBy(() -> impatient.acquire(charges)).isInstanceOf(RateLimiterException.class);
        } finally {
            cluster.masters().get(0).resume();
        }
        List<Charge> answered = charges.stream()
                .filter(charge -> client.getKeys().getSlot(charge.key()) > 16_384 / 3)
                .toList();
        assertThat(answered).hasSizeBetween(1, 11);
        await().untilAsserted(() -> assertThat(limiter.peek(answered).quotas())
                .extracting(Quota::remaining)
                .containsOnly(5L));
    }

    @Test
    void refundReachesEveryClient() {
        List<Charge> charges = IntStream.range(0, 6)
                .mapToObj(i -> charge("refunded" + i, Algorithm.slidingWindowLog(), 5))
                .toList();
        Decision decision = limiter.acquire(charges);
        limiter.refund(decision).join();
        limiter.refund(decision).join();
        assertThat(limiter.peek(charges).quotas()).extracting(Quota::remaining).containsOnly(5L);
    }

    @Test
    void scriptIsLoadedWhereverItIsMissing() {
        client.getScript().scriptFlush();
        for (int i = 0; i < 12; i++) {
            assertThat(limiter.acquire(List.of(charge("flushed" + i, Algorithm.slidingWindowLog(), 1)))
                            .allowed())
                    .isTrue();
        }
    }

    @ParameterizedTest
    @CsvSource({"a:{b}:c, b", "a:{}:{b}, a:{}:{b}", "abc, abc", "a{b, a{b", "{b}{c}, b", "}{b}, b"})
    void hashTagIsTheOneOfTheClusterSpecification(String key, String tag) {
        assertThat(PerSlotRateLimiter.hashTag(key)).isEqualTo(tag);
    }
}
