package io.weir.resilience;

import io.weir.AlgorithmsContract;
import io.weir.RateLimiter;
import io.weir.RateLimiterContract;
import io.weir.local.LocalRateLimiter;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import org.junit.jupiter.api.Nested;

/** The contracts, through every decorator. */
class DecoratedLimiterTest {

    private static RateLimiter decorated(RateLimiter limiter, InstantSource clock) {
        return DenialCache.before(
                BreakingRateLimiter.around(limiter), () -> ChronoUnit.NANOS.between(Instant.EPOCH, clock.instant()));
    }

    @Nested
    class OfLimiters extends RateLimiterContract {

        private LocalRateLimiter limiter;

        @Override
        protected RateLimiter create(InstantSource clock) {
            limiter = LocalRateLimiter.create(clock, 1000);
            return decorated(limiter, clock);
        }

        @Override
        protected boolean holds(String key) {
            return limiter.keys() > 0;
        }
    }

    @Nested
    class OfAlgorithms extends AlgorithmsContract {

        @Override
        protected RateLimiter create(InstantSource clock) {
            return decorated(LocalRateLimiter.create(clock, 1000), clock);
        }
    }
}
