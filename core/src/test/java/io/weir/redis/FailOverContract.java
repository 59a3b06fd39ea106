package io.weir.redis;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.weir.Charge;
import io.weir.Limit;
import io.weir.RateLimiter;
import io.weir.RateLimiterException;
import io.weir.testing.SteadyLoad;
import io.weir.testing.TestRedis;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What callers notice of a master that dies: that decisions fail for some seconds, and nothing else. */
abstract class FailOverContract extends TopologyContract {

    private static final Duration PATIENCE = Duration.ofMillis(200);

    /** Generous: two cores run the callers and all the servers. */
    private static final Duration SLACK = Duration.ofSeconds(2);

    /** How far a replica on the same machine may be behind; what it lacks when its master dies is lost. */
    private static final long LAG_NANOS = 1_000_000_000L;

    private final String run = UUID.randomUUID().toString();

    /** The master that is to die. */
    protected abstract TestRedis master();

    /** Its replica, that is to take over. */
    protected abstract TestRedis replica();

    /** Whether that master has a key. */
    protected abstract boolean isOnMaster(String key);

    /** Keys of clients of that master. */
    private Stream<String> keysOnMaster(String name) {
        return IntStream.iterate(0, i -> i + 1)
                .mapToObj(i -> name + ":{" + run + i + "}")
                .filter(this::isOnMaster);
    }

    @Test
    void limitsHoldAgainWithinSeconds_whenAMasterDiesUnderLoad() {
        String ledger = keysOnMaster("ledger").findFirst().orElseThrow();
        List<List<String>> clients =
                List.of(List.of(ledger), List.of("a:{" + run + "1}", "b:{" + run + "1}"), List.of("a:{" + run + "2}"));
        try (RateLimiter limiter = ConnectingRateLimiter.create(config(), PATIENCE)) {
            await().atMost(10, SECONDS).until(() -> decides(limiter, keysOnMaster("warm")));
            long killed;
            long back;
            SteadyLoad load = SteadyLoad.on(limiter, clients);
            try (load) {
                await().until(() -> load.admitted(ledger) > 300);
                killed = System.nanoTime();
                master().kill();
                await().atMost(30, SECONDS)
                        .until(() -> replica().command("INFO replication").contains("role:master"));
                await("decisions of the new master")
                        .atMost(10, SECONDS)
                        .until(() -> decides(limiter, keysOnMaster("back")));
                back = System.nanoTime();

                assertExactlyTheLimitIsAdmitted(
                        limiter, keysOnMaster("fresh").findFirst().orElseThrow());
                replica().command("SCRIPT FLUSH");
                List<Charge> charges = List.of(Charge.of(
                        Limit.of(3, Duration.ofMinutes(10)),
                        keysOnMaster("flushed").findFirst().orElseThrow()));
                assertThat(IntStream.range(0, 4)
                                .mapToObj(i -> limiter.acquire(charges).allowed()))
                        .containsExactly(true, true, true, false);
                long now = load.asked();
                await().until(() -> load.asked() > now + 100);
            }
            assertThat(load.surprises()).isEmpty();
            assertThat(load.failed()).as("there was an outage").isPositive();
            assertThat(load.longestWait()).isLessThan(PATIENCE.plus(SLACK));
            long charged = StoredLog.permits(Long.parseLong(replica().command("STRLEN " + ledger)));
            assertThat(charged)
                    .as("all but what was admitted last before the end")
                    .isGreaterThanOrEqualTo(load.admitted(ledger) - load.admitted(ledger, killed - LAG_NANOS, back));
        }
    }

    private static void assertExactlyTheLimitIsAdmitted(RateLimiter limiter, String key) {
        List<Charge> charges = List.of(Charge.of(Limit.of(10, Duration.ofMinutes(10)), key));
        AtomicInteger admitted = new AtomicInteger();
        IntStream.range(0, 50).parallel().forEach(i -> {
            if (limiter.acquire(charges).allowed()) {
                admitted.incrementAndGet();
            }
        });
        assertThat(admitted).hasValue(10);
    }

    private static boolean decides(RateLimiter limiter, Stream<String> keys) {
        try {
            limiter.acquire(List.of(Charge.of(
                    Limit.of(1_000, Duration.ofMinutes(10)), keys.findFirst().orElseThrow())));
            return true;
        } catch (RateLimiterException e) {
            return false;
        }
    }
}
