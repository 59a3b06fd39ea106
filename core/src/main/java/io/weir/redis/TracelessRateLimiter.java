package io.weir.redis;

import io.weir.Charge;
import io.weir.Decision;
import io.weir.RateLimiter;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** Lets a limiter leave nothing on the threads that call it. */
final class TracelessRateLimiter implements RateLimiter {

    private final RateLimiter limiter;

    TracelessRateLimiter(RateLimiter limiter) {
        this.limiter = limiter;
    }

    @Override
    public Decision acquire(List<Charge> charges) {
        return BorrowedThread.use(() -> limiter.acquire(charges));
    }

    @Override
    public CompletableFuture<Decision> acquireAsync(List<Charge> charges) {
        return BorrowedThread.use(() -> limiter.acquireAsync(charges));
    }

    @Override
    public CompletableFuture<Void> refund(Decision decision) {
        return BorrowedThread.use(() -> limiter.refund(decision));
    }

    @Override
    public Optional<RateLimiter> behind() {
        return Optional.of(limiter);
    }

    @Override
    public CompletableFuture<Void> reset(String key) {
        return BorrowedThread.use(() -> limiter.reset(key));
    }

    @Override
    public CompletableFuture<Void> block(Charge charge, Duration duration) {
        return BorrowedThread.use(() -> limiter.block(charge, duration));
    }

    @Override
    public CompletableFuture<Void> unblock(Charge charge) {
        return BorrowedThread.use(() -> limiter.unblock(charge));
    }

    @Override
    public void close() {
        limiter.close();
    }
}
