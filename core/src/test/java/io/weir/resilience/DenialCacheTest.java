package io.weir.resilience;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.Algorithm;
import io.weir.Charge;
import io.weir.Decision;
import io.weir.Decision.Source;
import io.weir.Limit;
import io.weir.Quota;
import io.weir.RateLimiter;
import io.weir.local.LocalRateLimiter;
import io.weir.testing.ManualClock;
import io.weir.testing.RecordingLimiter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class DenialCacheTest {

    private static final Duration NEVER = Duration.ofDays(1000);
    private static final Charge THREE = new Charge(Limit.parse("3/5s"), "three", 1);
    private static final Charge TEN = new Charge(Limit.parse("10/1h"), "ten", 1);

    private final ManualClock clock = ManualClock.create();
    private final RateLimiter real = LocalRateLimiter.create(clock, 1000);
    private int asked;
    private final RateLimiter inner = new RecordingLimiter(real, charges -> asked++);
    private final DenialCache cache = DenialCache.before(inner, () -> clock.micros() * 1000);

    private Decision spend(Charge... charges) {
        Decision decision = cache.acquire(List.of(charges));
        while (decision.allowed()) {
            decision = cache.acquire(List.of(charges));
        }
        return decision;
    }

    @Test
    void nobodyIsAsked_untilADeniedRequestCouldBeAdmitted() {
        Decision denied = spend(THREE);
        assertThat(denied.retryAfter()).hasValue(Duration.ofSeconds(5));
        clock.advance(Duration.ofMillis(4_999));
        for (int i = 0; i < 1000; i++) {
            Decision again = cache.acquire(List.of(THREE));
            assertThat(again.allowed()).isFalse();
            assertThat(again.source()).isEqualTo(Source.DENIAL_CACHE);
            assertThat(again.retryAfter()).hasValue(Duration.ofMillis(1));
            assertThat(again.quotas().get(0).resetAfter()).isEqualTo(Duration.ofMillis(1));
        }
        assertThat(asked).isEqualTo(4);
        assertThat(cache.hits()).isEqualTo(1000);
        clock.advance(Duration.ofMillis(1));
        assertThat(cache.acquire(List.of(THREE)).allowed()).isTrue();
    }

    @Test
    void everyListOfChargesAndEveryCostIsItsOwn() {
        spend(THREE);
        assertThat(cache.acquire(List.of(TEN)).allowed()).isTrue();
        assertThat(cache.acquire(List.of(new Charge(Limit.parse("4/5s"), "three", 1)))
                        .allowed())
                .as("a limit that was raised")
                .isTrue();
        int before = asked;
        assertThat(cache.acquire(List.of(new Charge(THREE.limit(), "three", 2))).allowed())
                .isFalse();
        assertThat(asked).isEqualTo(before + 1);
    }

    @Test
    void anotherNodeIsHeededWithinTenSeconds_howeverLongTheDenialHolds() {
        spend(TEN);
        real.reset("ten").join();
        clock.advance(Duration.ofMillis(9_999));
        assertThat(cache.acquire(List.of(TEN)).allowed()).isFalse();
        clock.advance(Duration.ofMillis(1));
        assertThat(cache.acquire(List.of(TEN)).allowed()).isTrue();
    }

    @Test
    void costThatNeverFitsIsRemembered_andPromisesNothing() {
        List<Charge> tooMuch = List.of(new Charge(THREE.limit(), "three", 4));
        for (int i = 0; i < 10; i++) {
            assertThat(cache.acquire(tooMuch).retryAfter()).isEmpty();
        }
        assertThat(asked).isEqualTo(1);
    }

    @Test
    void whatIsReturnedHereIsHeededAtOnce() {
        Decision taken = cache.acquire(List.of(TEN));
        spend(TEN);
        cache.refund(taken).join();
        assertThat(cache.acquire(List.of(TEN)).allowed()).as("after a refund").isTrue();
        spend(TEN);
        cache.reset("ten").join();
        assertThat(cache.acquire(List.of(TEN)).allowed()).as("after a reset").isTrue();
        cache.block(TEN, Duration.ofHours(2)).join();
        assertThat(cache.acquire(List.of(TEN)).retryAfter()).hasValue(Duration.ofHours(2));
        cache.unblock(TEN).join();
        assertThat(cache.acquire(List.of(TEN)).allowed()).as("after a block").isTrue();
    }

    @Test
    void lookingIsNeverAnsweredFromMemory() {
        spend(THREE);
        Decision look = cache.peek(List.of(THREE));
        assertThat(look.source()).isEqualTo(Source.LOCAL);
        assertThat(cache.peek(List.of(THREE)).source()).isEqualTo(Source.LOCAL);
    }

    @Test
    void asynchronousCallsAreTheSame() {
        spend(THREE);
        assertThat(cache.acquireAsync(List.of(THREE)).join().source()).isEqualTo(Source.DENIAL_CACHE);
        clock.advance(Duration.ofSeconds(5));
        assertThat(cache.acquireAsync(List.of(THREE)).join().allowed()).isTrue();
    }

    @Test
    void memoryIsBounded() {
        Limit none = Limit.parse("0/1h");
        for (int i = 0; i < 50_000; i++) {
            cache.acquire(List.of(new Charge(none, "client" + i, 1)));
        }
        assertThat(cache.size()).isLessThanOrEqualTo(10_000);
    }

    /** As long as nothing is returned, a limiter with this cache admits whom one without it admits. */
    @Property(tries = 500)
    void answersAreThoseWithoutIt(@ForAll Random random) {
        ManualClock time = ManualClock.create();
        RateLimiter without = LocalRateLimiter.create(time, 1000);
        RateLimiter with = DenialCache.before(LocalRateLimiter.create(time, 1000), () -> time.micros() * 1000);
        List<Algorithm> algorithms = List.of(
                Algorithm.slidingWindowLog(),
                new Algorithm.SlidingWindowBuckets(5),
                new Algorithm.SlidingWindowCounter(),
                Algorithm.FixedWindow.ofClock(),
                new Algorithm.Gcra(2));
        for (int i = 0; i < 200; i++) {
            List<Charge> charges = new ArrayList<>();
            for (Algorithm algorithm : algorithms) {
                if (random.nextInt(3) == 0) {
                    Limit limit = Limit.of(3, Duration.ofSeconds(2 + 15 * random.nextInt(2)))
                            .countedBy(algorithm);
                    charges.add(new Charge(
                            limit, algorithm.code() + limit.window() + random.nextInt(2), 1 + random.nextInt(2)));
                }
            }
            if (!charges.isEmpty()) {
                Decision expected = without.acquire(charges);
                Decision decision = with.acquire(charges);
                assertThat(decision.allowed()).isEqualTo(expected.allowed());
                assertThat(decision.retryAfter().orElse(NEVER))
                        .as("the wait, which others may have made longer meanwhile")
                        .isLessThanOrEqualTo(expected.retryAfter().orElse(NEVER));
                assertThat(decision.quotas()).extracting(Quota::charge).isEqualTo(charges);
            }
            time.advanceMicros(random.nextInt(800_000));
        }
    }
}
