package io.weir.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.Charge;
import io.weir.Limit;
import io.weir.RateLimiter;
import io.weir.RateLimiterContract;
import io.weir.testing.ManualClock;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.Test;

class LocalRateLimiterTest extends RateLimiterContract {

    private static final Limit LIMIT = Limit.of(1, Duration.ofSeconds(10));

    private LocalRateLimiter made;

    @Override
    protected RateLimiter create(InstantSource clock) {
        made = LocalRateLimiter.create(clock, 1000);
        return made;
    }

    @Override
    protected boolean holds(String key) {
        return made.keys() > 0;
    }

    @Test
    void leastRecentlyUsedKeyIsForgotten_whenFull() {
        LocalRateLimiter limiter = LocalRateLimiter.create(ManualClock.create(), 2);
        acquire(limiter, "a");
        acquire(limiter, "b");
        assertThat(acquire(limiter, "a")).as("a knock counts as use").isFalse();
        acquire(limiter, "c");
        assertThat(limiter.keys()).isEqualTo(2);
        assertThat(acquire(limiter, "a")).isFalse();
        assertThat(acquire(limiter, "b")).isTrue();
    }

    @Test
    void idleKeysAreForgotten_whenTheirWindowHasPassed() {
        ManualClock clock = ManualClock.create();
        LocalRateLimiter limiter = LocalRateLimiter.create(clock, 1000);
        for (int i = 0; i < 100; i++) {
            acquire(limiter, "idle" + i);
        }
        clock.advance(Duration.ofSeconds(10));
        for (int i = 0; i < 100; i++) {
            acquire(limiter, "busy");
        }
        assertThat(limiter.keys()).isEqualTo(1);
    }

    @Test
    void boundMustBePositive() {
        assertThatThrownBy(() -> LocalRateLimiter.create(ManualClock.create(), 0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("1 and more");
    }

    private static boolean acquire(RateLimiter limiter, String key) {
        return limiter.acquire(List.of(Charge.of(LIMIT, key))).allowed();
    }
}
