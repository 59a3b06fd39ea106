package io.weir.local;

import io.weir.AlgorithmsContract;
import io.weir.RateLimiter;
import java.time.InstantSource;

class LocalAlgorithmsTest extends AlgorithmsContract {

    @Override
    protected RateLimiter create(InstantSource clock) {
        return LocalRateLimiter.create(clock, 1000);
    }
}
