package io.weir.redis;

import io.weir.Charge;
import io.weir.Decision;
import io.weir.RateLimiter;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** The limiter of production, but the script is told the time by a test instead of asking its server. */
final class ScriptClock implements RateLimiter {

    private final RedissonRateLimiter limiter;
    private final InstantSource clock;

    ScriptClock(RedissonRateLimiter limiter, InstantSource clock) {
        this.limiter = limiter;
        this.clock = clock;
    }

    @Override
    public Decision acquire(List<Charge> charges) {
        return acquireAsync(charges).join();
    }

    @Override
    public CompletableFuture<Decision> acquireAsync(List<Charge> charges) {
        long micros = ChronoUnit.MICROS.between(Instant.EPOCH, clock.instant());
        return limiter.acquireAt(Long.toString(micros), charges);
    }

    @Override
    public CompletableFuture<Void> refund(Decision decision) {
        return limiter.refund(decision);
    }

    @Override
    public CompletableFuture<Void> reset(String key) {
        return limiter.reset(key);
    }
}
