package io.weir.redis;

import io.weir.Charge;
import io.weir.Decision;
import io.weir.RateLimiter;
import java.time.Duration;
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
        return limiter.acquireAt(now(), limiter.newId(), charges);
    }

    private String now() {
        return Long.toString(ChronoUnit.MICROS.between(Instant.EPOCH, clock.instant()));
    }

    @Override
    public CompletableFuture<Void> block(Charge charge, Duration duration) {
        return limiter.blockAt(now(), charge, duration.toNanos() / 1000);
    }

    @Override
    public CompletableFuture<Void> unblock(Charge charge) {
        return limiter.blockAt(now(), charge, 0);
    }

    @Override
    public CompletableFuture<Void> refund(Decision decision) {
        return limiter.refundAt(now(), decision);
    }

    @Override
    public CompletableFuture<Void> reset(String key) {
        return limiter.reset(key);
    }
}
