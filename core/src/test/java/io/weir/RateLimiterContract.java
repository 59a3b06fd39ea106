package io.weir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.testing.ManualClock;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What every {@link RateLimiter} promises. A subclass says how to make one that tells the time by a given clock. */
public abstract class RateLimiterContract {

    private static final Duration WINDOW = Duration.ofSeconds(10);
    private static final long WINDOW_MICROS = 10_000_000;

    private final ManualClock clock = ManualClock.create();
    private final String key = "contract:{" + UUID.randomUUID() + "}";
    private RateLimiter limiter;

    /** A limiter that asks the given clock; the contract closes it. */
    protected abstract RateLimiter create(InstantSource clock);

    /** Whether anything is stored under a key. */
    protected abstract boolean holds(String key);

    @BeforeEach
    void open() {
        limiter = create(clock);
    }

    @AfterEach
    void close() {
        limiter.close();
    }

    private Decision acquire(long permits, long cost) {
        return limiter.acquire(List.of(new Charge(Limit.of(permits, WINDOW), key, cost)));
    }

    private Quota quota(long permits, long cost) {
        return acquire(permits, cost).quotas().get(0);
    }

    private void at(double seconds) {
        clock.advanceMicros(Math.round(seconds * 1_000_000) - elapsed());
    }

    private long elapsed() {
        return clock.micros() - ManualClock.create().micros();
    }

    @Test
    void remainingCountsDownAndStaysAtZero_whenLimitIsSpent() {
        List<Long> remaining =
                IntStream.range(0, 5).mapToObj(i -> quota(3, 1).remaining()).toList();
        assertThat(remaining).containsExactly(2L, 1L, 0L, 0L, 0L);
        assertThat(acquire(3, 1).allowed()).isFalse();
    }

    @Test
    void entryStopsCountingAtExactlyItsWindow_andNotAMicrosecondEarlier() {
        acquire(1, 1);
        clock.advanceMicros(WINDOW_MICROS - 1);
        Quota early = quota(1, 1);
        assertThat(early.allowed()).isFalse();
        assertThat(early.availableAfter()).contains(Duration.ofNanos(1000));
        clock.advanceMicros(1);
        assertThat(acquire(1, 1).allowed()).isTrue();
        clock.advanceMicros(WINDOW_MICROS + 1);
        assertThat(acquire(1, 1).allowed()).isTrue();
    }

    @Test
    void windowSlides_whenCallsAreSpread() {
        acquire(3, 1);
        at(9.0);
        acquire(3, 1);
        at(9.1);
        acquire(3, 1);
        at(10.5);
        assertThat(acquire(3, 1).allowed()).isTrue();
        assertThat(acquire(3, 1).allowed()).isFalse();
    }

    @Test
    void threeInEveryTenSeconds_whenCalledOnceASecond() {
        List<Long> admitted = new ArrayList<>();
        for (int second = 0; second < 60; second++) {
            at(second);
            if (acquire(3, 1).allowed()) {
                admitted.add(clock.micros());
            }
        }
        assertThat(admitted).hasSize(18);
        SlidingLaw.check(admitted, 3, WINDOW_MICROS);
    }

    @Test
    void neverMoreThanTheLimit_whenABurstStraddlesTheMinute() {
        Limit limit = Limit.of(100, Duration.ofMinutes(1));
        List<Long> admitted = new ArrayList<>();
        for (double start : new double[] {59.9, 60.1, 119.95}) {
            for (int i = 0; i < 100; i++) {
                at(start + i / 10_000.0);
                if (limiter.acquire(List.of(Charge.of(limit, key))).allowed()) {
                    admitted.add(clock.micros());
                }
            }
        }
        // A fixed window, aligned to the minute, would have let 200 pass between 59.9 and 60.2.
        SlidingLaw.check(admitted, 100, 60_000_000);
        assertThat(admitted).hasSize(200);
    }

    @Test
    void deniedRequestRecordsNothing_soAClientThatKnocksIsAdmittedInTime() {
        acquire(1, 1);
        for (int i = 1; i < 10; i++) {
            at(i);
            assertThat(acquire(1, 1).allowed()).isFalse();
        }
        at(10);
        assertThat(acquire(1, 1).allowed()).isTrue();
    }

    @Test
    void nothingIsStored_whenAClientIsOnlyEverRefused() {
        acquire(0, 1);
        acquire(3, 4);
        acquire(3, 0);
        assertThat(holds(key)).isFalse();
    }

    @Test
    void costAboveTheLimitNeverFits_andChargesNothing() {
        assertThat(acquire(10, 5).allowed()).isTrue();
        Decision decision = acquire(10, 100);
        assertThat(decision.allowed()).isFalse();
        assertThat(decision.retryAfter()).isEmpty();
        assertThat(decision.quotas().get(0).availableAfter()).isEmpty();
        assertThat(decision.quotas().get(0).remaining()).isEqualTo(5);
        assertThat(acquire(10, 5).allowed()).isTrue();
    }

    @Test
    void smallerCostStillFits_whenALargerOneWasDenied() {
        assertThat(quota(10, 8).remaining()).isEqualTo(2);
        Quota denied = quota(10, 3);
        assertThat(denied.allowed()).isFalse();
        assertThat(denied.remaining()).isEqualTo(2);
        assertThat(quota(10, 2).remaining()).isZero();
    }

    @Test
    void costOfManyIsRecordedWhole_whenItIsLargerThanLuaCanUnpack() {
        assertThat(quota(10_000, 9_000).remaining()).isEqualTo(1_000);
        assertThat(acquire(10_000, 1_001).allowed()).isFalse();
        assertThat(quota(10_000, 1_000).remaining()).isZero();
    }

    @Test
    void availableAfterWaitsForAsManyAsTheCostNeeds() {
        acquire(3, 1);
        at(1);
        acquire(3, 1);
        at(2);
        acquire(3, 1);
        at(3);
        assertThat(quota(3, 1).availableAfter()).contains(Duration.ofSeconds(7));
        assertThat(quota(3, 2).availableAfter()).contains(Duration.ofSeconds(8));
        assertThat(quota(3, 3).availableAfter()).contains(Duration.ofSeconds(9));
        at(10.999999);
        assertThat(acquire(3, 2).allowed()).isFalse();
        at(11);
        assertThat(acquire(3, 2).allowed()).isTrue();
    }

    @Test
    void costZeroAnswersAsOneWouldAndTakesNothing() {
        Quota fresh = quota(1, 0);
        assertThat(fresh).extracting(Quota::allowed, Quota::remaining).containsExactly(true, 1L);
        assertThat(fresh.availableAfter()).contains(Duration.ZERO);
        assertThat(fresh.resetAfter()).isZero();
        acquire(1, 1);
        at(4);
        Quota spent = quota(1, 0);
        assertThat(spent).extracting(Quota::allowed, Quota::remaining).containsExactly(false, 0L);
        assertThat(spent.availableAfter()).contains(Duration.ofSeconds(6));
        assertThat(spent.resetAfter()).isEqualTo(Duration.ofSeconds(6));
    }

    @Test
    void negativeCostIsAnArgumentError() {
        assertThatThrownBy(() -> acquire(3, -1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("cost -1");
    }

    @Test
    void limitZeroBlocksAndPromisesNothing() {
        Decision decision = acquire(0, 1);
        assertThat(decision.allowed()).isFalse();
        assertThat(decision.retryAfter()).isEmpty();
        assertThat(decision.quotas().get(0).remaining()).isZero();
    }

    @Test
    void quotaTellsWhenAPermitFreesAndWhenAllDo() {
        acquire(3, 1);
        at(2);
        Quota second = quota(3, 1);
        assertThat(second.availableAfter()).contains(Duration.ofSeconds(8));
        assertThat(second.resetAfter()).isEqualTo(Duration.ofSeconds(10));
    }

    @Test
    void decisionCarriesTheInstantOfTheClock() {
        assertThat(acquire(1, 1).at()).isEqualTo(clock.instant());
    }

    @Test
    void allOrNothing_whenASecondChargeFails() {
        Limit burst = Limit.of(3, WINDOW);
        Limit steady = Limit.of(2, Duration.ofMinutes(30));
        List<Charge> both = List.of(Charge.of(burst, key + ":burst"), Charge.of(steady, key + ":steady"));
        limiter.acquire(both);
        limiter.acquire(both);
        Decision denied = limiter.acquire(both);
        assertThat(denied.allowed()).isFalse();
        assertThat(denied.quotas()).extracting(Quota::allowed).containsExactly(true, false);
        assertThat(denied.quotas()).extracting(Quota::remaining).containsExactly(1L, 0L);
        assertThat(denied.retryAfter()).contains(Duration.ofMinutes(30));
        assertThat(limiter.acquire(List.of(both.get(0))).allowed())
                .as("the charge that did fit was not recorded")
                .isTrue();
    }

    @Test
    void retryAfterIsTheLongest_whenSeveralChargesFail() {
        Limit burst = Limit.of(3, WINDOW);
        Limit steady = Limit.of(3, Duration.ofMinutes(30));
        List<Charge> both = List.of(Charge.of(steady, key + ":steady"), Charge.of(burst, key + ":burst"));
        long admitted = IntStream.range(0, 31)
                .filter(i -> limiter.acquire(both).allowed())
                .count();
        assertThat(admitted).isEqualTo(3);
        Decision denied = limiter.acquire(both);
        assertThat(denied.quotas()).extracting(Quota::remaining).containsExactly(0L, 0L);
        assertThat(denied.retryAfter()).contains(Duration.ofMinutes(30));
    }

    @Test
    void chargesMustHaveDistinctKeys() {
        Charge charge = Charge.of(Limit.of(3, WINDOW), key);
        assertThatThrownBy(() -> limiter.acquire(List.of(charge, charge)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("share the key");
        assertThatThrownBy(() -> limiter.acquire(List.of())).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void changedLimitHoldsOnTheNextRequest() {
        for (int i = 0; i < 5; i++) {
            acquire(5, 1);
            clock.advance(Duration.ofSeconds(1));
        }
        Quota lowered = quota(2, 1);
        assertThat(lowered).extracting(Quota::allowed, Quota::remaining).containsExactly(false, 0L);
        assertThat(lowered.availableAfter())
                .as("four of five must leave before a second one fits")
                .contains(Duration.ofSeconds(8));
        assertThat(quota(7, 1).remaining()).isEqualTo(1);
    }

    @Test
    void refundReturnsWhatTheRequestTook_once() {
        Decision first = acquire(10, 4);
        acquire(10, 4);
        limiter.refund(first).join();
        assertThat(quota(10, 0).remaining()).isEqualTo(6);
        limiter.refund(first).join();
        assertThat(quota(10, 0).remaining()).isEqualTo(6);
    }

    @Test
    void refundOfADeniedDecisionChangesNothing() {
        acquire(1, 1);
        limiter.refund(acquire(1, 1)).join();
        assertThat(acquire(1, 1).allowed()).isFalse();
    }

    @Test
    void resetGivesAWholeQuota() {
        acquire(1, 1);
        limiter.reset(key).join();
        assertThat(holds(key)).isFalse();
        assertThat(acquire(1, 1).allowed()).isTrue();
    }

    @Test
    void permitsStillCount_whenTheClockStepsBack() {
        acquire(2, 1);
        clock.advance(Duration.ofSeconds(-3));
        Quota second = quota(2, 1);
        assertThat(second.remaining()).isZero();
        assertThat(quota(2, 1).allowed()).isFalse();
        clock.advance(Duration.ofSeconds(10));
        assertThat(quota(2, 1).remaining())
                .as("the one taken after the step left first")
                .isZero();
        assertThat(quota(2, 1).allowed()).isFalse();
    }

    @Test
    void exactlyTheLimitIsAdmitted_whenEqualInstantsRace() throws Exception {
        assertThat(admittedOf(200, 100)).isEqualTo(100);
        assertThat(acquire(100, 1).allowed()).isFalse();
    }

    private long admittedOf(int requests, long permits) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(100);
        try {
            CountDownLatch start = new CountDownLatch(1);
            List<Future<Boolean>> results = new ArrayList<>();
            for (int i = 0; i < requests; i++) {
                Callable<Boolean> request = () -> {
                    start.await();
                    return acquire(permits, 1).allowed();
                };
                results.add(threads.submit(request));
            }
            start.countDown();
            long admitted = 0;
            for (Future<Boolean> result : results) {
                admitted += result.get() ? 1 : 0;
            }
            return admitted;
        } finally {
            threads.shutdownNow();
        }
    }
}
