package io.weir.testing;

import io.weir.Charge;
import io.weir.Decision;
import io.weir.RateLimiter;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/** Tells a test what it is asked to decide, and lets another limiter decide it. */
public class RecordingLimiter implements RateLimiter {

    private final RateLimiter inner;
    private final Consumer<List<Charge>> asked;
    private boolean closed;

    /** Tells the charges of each decision before it is taken. */
    public RecordingLimiter(RateLimiter inner, Consumer<List<Charge>> asked) {
        this.inner = inner;
        this.asked = asked;
    }

    /** Whether it was closed. */
    public boolean isClosed() {
        return closed;
    }

    @Override
    public Decision acquire(List<Charge> charges) {
        asked.accept(charges);
        return inner.acquire(charges);
    }

    @Override
    public CompletableFuture<Decision> acquireAsync(List<Charge> charges) {
        asked.accept(charges);
        return inner.acquireAsync(charges);
    }

    @Override
    public CompletableFuture<Void> refund(Decision decision) {
        return inner.refund(decision);
    }

    @Override
    public CompletableFuture<Void> reset(String key) {
        return inner.reset(key);
    }

    @Override
    public CompletableFuture<Void> block(Charge charge, Duration duration) {
        return inner.block(charge, duration);
    }

    @Override
    public CompletableFuture<Void> unblock(Charge charge) {
        return inner.unblock(charge);
    }

    @Override
    public void close() {
        closed = true;
        inner.close();
    }
}
