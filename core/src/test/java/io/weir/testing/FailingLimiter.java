package io.weir.testing;

import io.weir.Charge;
import io.weir.Decision;
import io.weir.RateLimiter;
import io.weir.RateLimiterException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** A limiter whose Redis is gone: it never decides. */
public final class FailingLimiter implements RateLimiter {

    private static final String GONE = "gone, as the test wants it";

    @Override
    public Decision acquire(List<Charge> charges) {
        throw new RateLimiterException(GONE);
    }

    @Override
    public CompletableFuture<Decision> acquireAsync(List<Charge> charges) {
        return failed();
    }

    @Override
    public CompletableFuture<Void> refund(Decision decision) {
        return failed();
    }

    @Override
    public CompletableFuture<Void> reset(String key) {
        return failed();
    }

    @Override
    public CompletableFuture<Void> block(Charge charge, Duration duration) {
        return failed();
    }

    @Override
    public CompletableFuture<Void> unblock(Charge charge) {
        return failed();
    }

    private static <T> CompletableFuture<T> failed() {
        return CompletableFuture.failedFuture(new RateLimiterException(GONE));
    }
}
