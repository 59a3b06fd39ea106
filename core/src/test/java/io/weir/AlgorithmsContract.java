package io.weir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import io.weir.testing.ManualClock;
import java.time.Duration;
import java.time.InstantSource;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What every {@link RateLimiter} promises with every {@link Algorithm}, and with all of them at once. */
public abstract class AlgorithmsContract {

    private static final Duration WINDOW = Duration.ofSeconds(10);

    /** The start of a window that is aligned to the clock, so that a burst does not straddle one. */
    private final ManualClock clock = new ManualClock(java.time.Instant.parse("2019-08-05T09:27:00.000123Z"));

    private final String client = "algorithms:{" + UUID.randomUUID() + "}:";
    private RateLimiter limiter;

    /** A limiter that asks the given clock; the contract closes it. */
    protected abstract RateLimiter create(InstantSource clock);

    @BeforeEach
    void open() {
        limiter = create(clock);
    }

    @AfterEach
    void close() {
        limiter.close();
    }

    /** Every algorithm. */
    public static Stream<Algorithm> algorithms() {
        return Stream.of(
                Algorithm.slidingWindowLog(),
                new Algorithm.SlidingWindowBuckets(60),
                new Algorithm.SlidingWindowCounter(),
                Algorithm.FixedWindow.ofClock(),
                Algorithm.FixedWindow.of(new CalendarBlock(CalendarBlock.Unit.DAY, ZoneId.of("Europe/Paris"))),
                new Algorithm.Gcra(0));
    }

    /** Every algorithm, buckets as few and as many as there may be. */
    static Stream<Algorithm> algorithmsAndBuckets() {
        return Stream.concat(
                algorithms(),
                Stream.of(new Algorithm.SlidingWindowBuckets(2), new Algorithm.SlidingWindowBuckets(240)));
    }

    private Charge charge(Algorithm algorithm, long permits, long cost) {
        Limit limit = Limit.of(permits, WINDOW).countedBy(algorithm);
        return new Charge(limit, client + algorithm, cost);
    }

    private Decision acquire(Algorithm algorithm, long permits, long cost) {
        return limiter.acquire(List.of(charge(algorithm, permits, cost)));
    }

    @ParameterizedTest
    @MethodSource("algorithmsAndBuckets")
    void remainingCountsDownAndStaysAtZero(Algorithm algorithm) {
        List<Decision> five =
                IntStream.range(0, 5).mapToObj(i -> acquire(algorithm, 3, 1)).toList();
        assertThat(five).extracting(Decision::allowed).containsExactly(true, true, true, false, false);
        assertThat(five)
                .extracting(decision -> decision.quotas().get(0).remaining())
                .containsExactly(2L, 1L, 0L, 0L, 0L);
    }

    @ParameterizedTest
    @MethodSource("algorithmsAndBuckets")
    void costsAreTakenWholeOrNotAtAll(Algorithm algorithm) {
        assertThat(acquire(algorithm, 10, 5).allowed()).isTrue();
        Decision never = acquire(algorithm, 10, 100);
        assertThat(never.allowed()).isFalse();
        assertThat(never.retryAfter()).isEmpty();
        assertThat(never.quotas().get(0).remaining()).isEqualTo(5);
        assertThat(acquire(algorithm, 10, 3).allowed()).isTrue();
        Decision notNow = acquire(algorithm, 10, 3);
        assertThat(notNow.allowed()).isFalse();
        assertThat(notNow.quotas().get(0).remaining()).isEqualTo(2);
        assertThat(notNow.retryAfter()).isPresent();
        assertThat(acquire(algorithm, 10, 2).allowed()).isTrue();
        assertThat(acquire(algorithm, 10, 0).allowed()).isFalse();
    }

    @ParameterizedTest
    @MethodSource("algorithmsAndBuckets")
    void lookingTakesNothing(Algorithm algorithm) {
        for (int i = 0; i < 5; i++) {
            Quota quota =
                    limiter.peek(List.of(charge(algorithm, 3, 7))).quotas().get(0);
            assertThat(quota.allowed()).isTrue();
            assertThat(quota.remaining()).isEqualTo(3);
            assertThat(quota.availableAfter()).contains(Duration.ZERO);
            assertThat(quota.resetAfter()).isZero();
        }
    }

    @ParameterizedTest
    @MethodSource("algorithmsAndBuckets")
    void waitIsTheTruth_toTheMicrosecond(Algorithm algorithm) {
        acquire(algorithm, 3, 2);
        clock.advance(Duration.ofSeconds(1));
        acquire(algorithm, 3, 1);
        for (int round = 0; round < 4; round++) {
            Decision denied = acquire(algorithm, 3, 1);
            assertThat(denied.allowed()).isFalse();
            long wait = denied.retryAfter().orElseThrow().toNanos() / 1000;
            clock.advanceMicros(wait - 1);
            assertThat(acquire(algorithm, 3, 1).allowed()).as("round %d", round).isFalse();
            clock.advanceMicros(1);
            assertThat(acquire(algorithm, 3, 1).allowed()).as("round %d", round).isTrue();
            while (acquire(algorithm, 3, 1).allowed()) {
                assertThat(round).isLessThan(4);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("algorithmsAndBuckets")
    void quotaIsWholeAfterItsReset_andNotBefore(Algorithm algorithm) {
        acquire(algorithm, 3, 1);
        clock.advance(Duration.ofSeconds(1));
        Duration reset = acquire(algorithm, 3, 1).quotas().get(0).resetAfter();
        clock.advance(reset.minusNanos(1000));
        assertThat(limiter.peek(List.of(charge(algorithm, 3, 1)))
                        .quotas()
                        .get(0)
                        .remaining())
                .isLessThan(3);
        clock.advanceMicros(1);
        assertThat(acquire(algorithm, 3, 3).allowed()).isTrue();
    }

    @ParameterizedTest
    @MethodSource("algorithmsAndBuckets")
    void refundReturnsWhatTheRequestTook_once(Algorithm algorithm) {
        Decision first = acquire(algorithm, 10, 4);
        acquire(algorithm, 10, 4);
        limiter.refund(first).join();
        assertThat(acquire(algorithm, 10, 0).quotas().get(0).remaining()).isEqualTo(6);
        limiter.refund(first).join();
        assertThat(acquire(algorithm, 10, 0).quotas().get(0).remaining()).isEqualTo(6);
    }

    @ParameterizedTest
    @MethodSource("algorithmsAndBuckets")
    void refundThatComesLateReturnsNothing(Algorithm algorithm) {
        Decision old = acquire(algorithm, 3, 3);
        clock.advance(Duration.ofDays(3));
        acquire(algorithm, 3, 3);
        limiter.refund(old).join();
        assertThat(acquire(algorithm, 3, 1).allowed()).isFalse();
    }

    @ParameterizedTest
    @MethodSource("algorithmsAndBuckets")
    void refundOfWhatWasForgottenReturnsNothing(Algorithm algorithm) {
        Decision before = acquire(algorithm, 3, 3);
        limiter.reset(charge(algorithm, 3, 1).key()).join();
        clock.advanceMicros(1);
        acquire(algorithm, 3, 3);
        limiter.refund(before).join();
        assertThat(acquire(algorithm, 3, 1).allowed()).isFalse();
    }

    @ParameterizedTest
    @MethodSource("algorithmsAndBuckets")
    void blockRefusesForItsTime_andWhatWasUsedStaysCounted(Algorithm algorithm) {
        Charge charge = charge(algorithm, 3, 1);
        acquire(algorithm, 3, 2);
        limiter.block(charge, Duration.ofSeconds(3)).join();
        Decision blocked = limiter.acquire(List.of(charge));
        assertThat(blocked.allowed()).isFalse();
        assertThat(blocked.retryAfter()).contains(Duration.ofSeconds(3));
        clock.advance(Duration.ofNanos(2_999_999_000L));
        assertThat(limiter.acquire(List.of(charge)).allowed()).isFalse();
        clock.advanceMicros(1);
        assertThat(acquire(algorithm, 3, 1).allowed()).isTrue();
        assertThat(acquire(algorithm, 3, 3).allowed())
                .as("the two were not forgotten")
                .isFalse();
    }

    @ParameterizedTest
    @MethodSource("algorithmsAndBuckets")
    void blockHoldsForAClientThatNeverCalled_untilItIsTakenBack(Algorithm algorithm) {
        Charge charge = charge(algorithm, 3, 1);
        limiter.block(charge, Duration.ofDays(30)).join();
        assertThat(limiter.acquire(List.of(charge)).retryAfter()).contains(Duration.ofDays(30));
        limiter.unblock(charge).join();
        assertThat(limiter.acquire(List.of(charge)).allowed()).isTrue();
        limiter.unblock(charge).join();
        assertThat(acquire(algorithm, 3, 0).quotas().get(0).remaining()).isEqualTo(2);
    }

    @ParameterizedTest
    @MethodSource("algorithmsAndBuckets")
    void limitZeroBlocks_andAChangedLimitHoldsAtOnce(Algorithm algorithm) {
        assertThat(acquire(algorithm, 0, 1).allowed()).isFalse();
        assertThat(acquire(algorithm, 5, 5).allowed()).isTrue();
        Quota lowered = acquire(algorithm, 2, 1).quotas().get(0);
        assertThat(lowered.allowed()).isFalse();
        assertThat(lowered.remaining()).isZero();
        assertThat(acquire(algorithm, 0, 1).retryAfter()).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("algorithmsAndBuckets")
    void refundReturnsNobodyElsesPermits_whenTheWindowWasMadeLongerMeanwhile(Algorithm algorithm) {
        Decision before = acquire(algorithm, 3, 1);
        Limit longer = Limit.of(10, Duration.ofHours(1)).countedBy(algorithm);
        Charge three = new Charge(longer, client + algorithm, 3);
        assertThat(limiter.acquire(List.of(three)).allowed()).isTrue();
        clock.advance(Duration.ofMinutes(1));
        limiter.refund(before).join();
        assertThat(limiter.peek(List.of(three)).quotas().get(0).remaining())
                .as("of 10, without the three, and with or without the one")
                .isBetween(6L, 7L);
    }

    @ParameterizedTest
    @MethodSource("algorithmsAndBuckets")
    void loweredLimitIsWaitedForAsLongAsItTakes_andNotAsTheOldOneWould(Algorithm algorithm) {
        assertThat(acquire(algorithm, 1000, 1000).allowed()).isTrue();
        Duration wait = acquire(algorithm, 1, 1).retryAfter().orElseThrow();
        assertThat(wait).isLessThan(isCalendar(algorithm) ? Duration.ofDays(1) : WINDOW.multipliedBy(2));
        clock.advance(wait);
        assertThat(acquire(algorithm, 1, 1).allowed()).isTrue();
    }

    private static boolean isCalendar(Algorithm algorithm) {
        return algorithm instanceof Algorithm.FixedWindow fixed
                && fixed.calendar().isPresent();
    }

    /** What a log holds is bounded by memory first. */
    static Stream<Algorithm> algorithmsForLargeLimits() {
        return algorithmsAndBuckets().filter(algorithm -> !(algorithm instanceof Algorithm.SlidingWindowLog));
    }

    @ParameterizedTest
    @MethodSource("algorithmsForLargeLimits")
    void largestLimitIsDecidedAsFastAsAnyOther(Algorithm algorithm) {
        Limit largest = Limit.of(Limit.MAX_PERMITS, Limit.MAX_WINDOW).countedBy(algorithm);
        for (long cost : List.of(1L, Limit.MAX_PERMITS / 2, Limit.MAX_PERMITS - 3, 3L, Long.MAX_VALUE)) {
            clock.advance(Limit.MAX_WINDOW);
            Charge charge = new Charge(largest, client + algorithm, cost);
            assertTimeoutPreemptively(Duration.ofSeconds(10), () -> limiter.acquire(List.of(charge)));
            Quota quota = limiter.peek(List.of(charge)).quotas().get(0);
            assertThat(quota.remaining()).isBetween(0L, Limit.MAX_PERMITS);
        }
    }

    @Test
    void changedTimeZoneHoldsAtOnce() {
        Algorithm london =
                Algorithm.FixedWindow.of(new CalendarBlock(CalendarBlock.Unit.DAY, ZoneId.of("Europe/London")));
        Algorithm tokyo = Algorithm.FixedWindow.of(new CalendarBlock(CalendarBlock.Unit.DAY, ZoneId.of("Asia/Tokyo")));
        String key = client + "zone";
        assertThat(limiter.acquire(List.of(Charge.of(Limit.of(1, WINDOW).countedBy(london), key)))
                        .allowed())
                .isTrue();
        clock.advance(Duration.ofHours(6)); // midnight in Tokyo was at 15:00 UTC
        assertThat(limiter.acquire(List.of(Charge.of(Limit.of(1, WINDOW).countedBy(tokyo), key)))
                        .allowed())
                .isTrue();
    }

    /** Two wide buckets of a day end up to twelve hours ahead; a limit by the minute must not wait for them. */
    @Test
    void bucketsOfAShorterWindowHoldAtOnce_whenTheLimitIsChanged() {
        String key = client + "changed";
        Limit wide = Limit.of(1000, Duration.ofDays(1)).countedBy(new Algorithm.SlidingWindowBuckets(2));
        Limit narrow = Limit.of(10, Duration.ofMinutes(1)).countedBy(new Algorithm.SlidingWindowBuckets(60));
        limiter.acquire(List.of(new Charge(wide, key, 20)));
        Decision denied = limiter.acquire(List.of(new Charge(narrow, key, 1)));
        assertThat(denied.allowed()).as("what was taken still counts").isFalse();
        assertThat(denied.retryAfter().orElseThrow()).isLessThanOrEqualTo(Duration.ofSeconds(61));
        clock.advance(denied.retryAfter().orElseThrow());
        assertThat(limiter.acquire(List.of(new Charge(narrow, key, 10))).allowed())
                .isTrue();
    }

    @Test
    void allAlgorithmsDecideTogether_allOrNothing() {
        List<Charge> charges = new ArrayList<>();
        algorithms().forEach(algorithm -> charges.add(charge(algorithm, 3, 1)));
        for (int i = 0; i < 3; i++) {
            assertThat(limiter.acquire(charges).allowed()).isTrue();
        }
        Decision denied = limiter.acquire(charges);
        assertThat(denied.quotas()).extracting(Quota::allowed).containsOnly(false);
        assertThat(denied.retryAfter().orElseThrow())
                .as("the longest wait, of the calendar day")
                .isGreaterThan(Duration.ofHours(1));

        limiter.reset(charges.get(0).key()).join();
        Decision stillDenied = limiter.acquire(charges);
        assertThat(stillDenied.allowed()).isFalse();
        assertThat(stillDenied.quotas().get(0).allowed()).isTrue();
        assertThat(limiter.peek(List.of(charges.get(0))).quotas().get(0).remaining())
                .as("nothing was recorded for the one that fits")
                .isEqualTo(3);
    }

    @Test
    void retryAfterIsTheLongest_whenBothWindowsFail() {
        Limit burst = Limit.of(3, WINDOW);
        for (Algorithm algorithm : algorithms().toList()) {
            Limit steady = Limit.of(30, Duration.ofMinutes(30)).countedBy(algorithm);
            List<Charge> both = List.of(
                    Charge.of(burst, client + algorithm + "burst"), Charge.of(steady, client + algorithm + "steady"));
            long admitted = IntStream.range(0, 31)
                    .filter(i -> limiter.acquire(both).allowed())
                    .count();
            assertThat(admitted).as("by %s", algorithm).isEqualTo(3);
            assertThat(limiter.peek(both).quotas().get(1).remaining()).isEqualTo(27);
        }
    }
}
