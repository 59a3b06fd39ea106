package io.weir.local;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.Algorithm;
import io.weir.Charge;
import io.weir.Decision;
import io.weir.Limit;
import io.weir.RateLimiter;
import io.weir.testing.ManualClock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import net.jqwik.api.constraints.IntRange;

/** How far the algorithms that do not remember every permit are from the exact window. */
class AccuracyTest {

    private static final long WINDOW = 10_000_000;
    private static final Instant START = Instant.parse("2019-08-05T09:27:00Z"); // the start of a window of ten seconds

    private final ManualClock clock = new ManualClock(START);
    private final RateLimiter limiter = LocalRateLimiter.create(clock, 10);

    private Decision acquire(Algorithm algorithm, long permits) {
        Limit limit = Limit.of(permits, Duration.ofSeconds(10)).countedBy(algorithm);
        return limiter.acquire(List.of(Charge.of(limit, "key")));
    }

    private int admitted(Algorithm algorithm, long permits, int requests) {
        int admitted = 0;
        for (int i = 0; i < requests; i++) {
            admitted += acquire(algorithm, permits).allowed() ? 1 : 0;
        }
        return admitted;
    }

    /** The exact wait is computed from all that was admitted; the buckets' may be longer by one bucket. */
    @Property(tries = 1000)
    void bucketsFreeAPermitAtMostOneBucketLate(
            @ForAll("advances") List<Long> advances, @ForAll @IntRange(min = 2, max = 240) int buckets) {
        ManualClock time = new ManualClock(START);
        RateLimiter counting = LocalRateLimiter.create(time, 10);
        Limit limit = Limit.of(3, Duration.ofSeconds(10)).countedBy(new Algorithm.SlidingWindowBuckets(buckets));
        long width = (WINDOW + buckets - 1) / buckets;
        List<Long> admitted = new ArrayList<>();
        for (long advance : advances) {
            time.advanceMicros(advance);
            Decision decision = counting.acquire(List.of(Charge.of(limit, "key")));
            long now = time.micros();
            if (decision.allowed()) {
                admitted.add(now);
            } else {
                long third = admitted.get(admitted.size() - 3);
                long exactWait = Math.max(third + WINDOW - now, 0);
                long wait = decision.retryAfter().orElseThrow().toNanos() / 1000;
                assertThat(wait).isBetween(exactWait, exactWait + width);
            }
        }
    }

    @Provide
    Arbitrary<List<Long>> advances() {
        return Arbitraries.frequencyOf(
                        Tuple.of(4, Arbitraries.longs().between(0, WINDOW / 5)),
                        Tuple.of(1, Arbitraries.of(0L, 1L, WINDOW - 1, WINDOW, WINDOW + 1)))
                .list()
                .ofMinSize(5)
                .ofMaxSize(60);
    }

    @Example
    void counterIsExact_onEvenTraffic() {
        Algorithm counter = new Algorithm.SlidingWindowCounter();
        int admitted = 0;
        for (int i = 0; i < 1000; i++) {
            clock.advanceMicros(100_000);
            admitted += acquire(counter, 100).allowed() ? 1 : 0;
        }
        assertThat(admitted).isBetween(990, 1000);
    }

    /** A hundred at the very end of one window weigh next to nothing at the end of the next, though all still count. */
    @Example
    void counterAdmitsNearlyTwice_whenTheBurstWasLate() {
        Algorithm counter = new Algorithm.SlidingWindowCounter();
        clock.advanceMicros(WINDOW - 1);
        int late = admitted(counter, 100, 200);
        clock.advanceMicros(WINDOW - 99_999);
        int soon = admitted(counter, 100, 200);
        assertThat(late + soon).as("within 9.9 s, of 100 allowed in 10 s").isEqualTo(199);
    }

    @Example
    void counterRefusesWhatWouldFit_whenTheBurstWasEarly() {
        Algorithm counter = new Algorithm.SlidingWindowCounter();
        assertThat(admitted(counter, 100, 200)).isEqualTo(100);
        clock.advanceMicros(WINDOW + 100_000);
        assertThat(admitted(counter, 100, 200)).as("the exact window is empty").isEqualTo(1);
    }

    @Example
    void fixedWindowAdmitsTwiceAcrossItsEdge_andTheLogDoesNot() {
        for (Algorithm algorithm : List.of(Algorithm.FixedWindow.ofClock(), Algorithm.slidingWindowLog())) {
            ManualClock time = new ManualClock(START);
            RateLimiter counting = LocalRateLimiter.create(time, 10);
            Limit limit = Limit.of(100, Duration.ofSeconds(10)).countedBy(algorithm);
            int admitted = 0;
            time.advanceMicros(WINDOW - 1);
            for (int i = 0; i < 200; i++) {
                admitted += counting.acquire(List.of(Charge.of(limit, "key"))).allowed() ? 1 : 0;
                time.advanceMicros(i == 99 ? 1 : 0);
            }
            assertThat(admitted).isEqualTo(algorithm instanceof Algorithm.FixedWindow ? 200 : 100);
        }
    }

    @Example
    void gcraSpacesWhatComesAfterTheBurst() {
        Algorithm gcra = new Algorithm.Gcra(5);
        assertThat(admitted(gcra, 100, 50)).isEqualTo(5);
        List<Long> waits = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            Duration wait = acquire(gcra, 100).retryAfter().orElseThrow();
            waits.add(wait.toNanos() / 1000);
            clock.advance(wait);
            assertThat(acquire(gcra, 100).allowed()).isTrue();
        }
        assertThat(waits).containsOnly(100_000L);
    }
}
