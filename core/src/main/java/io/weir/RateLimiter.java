package io.weir;

import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * Decides whether a request may pass and records that it did, in one step that no other request can come between.
 *
 * <p>Every implementation keeps these promises, and {@code RateLimiterContract} tests each for them:
 *
 * <ul>
 *   <li>All or nothing: every charge is checked before any is recorded; a denied request records nothing.
 *   <li>At most once: a decision is recorded once or not at all, also when its reply is lost.
 *   <li>A denied request that waits {@link Quota#availableAfter()} is admitted if nobody else called; one that comes a
 *       microsecond earlier is not.
 *   <li>A cost above the limit is denied and promised no wait. Cost 0 answers as cost 1 would and records nothing.
 * </ul>
 *
 * <p>Implementations are safe for use by many threads. Decorators implement the same interface.
 */
public interface RateLimiter extends AutoCloseable {

    /**
     * Decides and records, waiting at most as long as the implementation's deadline.
     *
     * @param charges one or more, with distinct keys
     * @throws IllegalArgumentException if the charges cannot be decided together
     * @throws RateLimiterException if no decision could be had; whether the charges were recorded is then unknown
     */
    Decision acquire(List<Charge> charges);

    /**
     * The asynchronous twin of {@link #acquire}: never blocks, fails as it throws.
     *
     * @throws IllegalArgumentException if the charges cannot be decided together
     */
    CompletableFuture<Decision> acquireAsync(List<Charge> charges);

    /**
     * Returns what an allowed decision recorded, once; of a denied decision there is nothing to return. Never makes
     * room for more than the limit.
     */
    CompletableFuture<Void> refund(Decision decision);

    /** Forgets what was recorded under a key: the next request finds the quota whole. */
    CompletableFuture<Void> reset(String key);

    /** Releases what the limiter itself created; what was handed in stays open. */
    @Override
    default void close() {}
}
