package io.weir;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
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
     * Returns what an allowed decision recorded, as far as it still counts, and once however often it is asked; of a
     * denied decision there is nothing to return. Never makes room for more than the limit.
     */
    CompletableFuture<Void> refund(Decision decision);

    /** How the charges stand, without taking anything: as {@link #acquire} with a cost of 0 each. */
    default Decision peek(List<Charge> charges) {
        return acquire(charges.stream()
                .map(charge -> new Charge(charge.limit(), charge.key(), 0))
                .toList());
    }

    /** Forgets what was recorded under a key, a block included: the next request finds the quota whole. */
    CompletableFuture<Void> reset(String key);

    /**
     * Refuses everything under a charge's key from now on, whatever its quota; what was used stays counted. A refused
     * request is told to wait for the rest of the block, or longer where its quota wants that.
     *
     * @param charge whose limit and key; its cost says nothing
     * @param duration {@link Limit#MIN_WINDOW} to {@link Limit#MAX_WINDOW}; replaces an earlier block
     * @throws IllegalArgumentException if the duration is not allowed
     */
    CompletableFuture<Void> block(Charge charge, Duration duration);

    /** Forgets a block; without one nothing happens. */
    CompletableFuture<Void> unblock(Charge charge);

    /**
     * Checks how long a block may be.
     *
     * @throws IllegalArgumentException if the duration is not allowed
     */
    static void requireBlock(Duration duration) {
        if (duration.compareTo(Limit.MIN_WINDOW) < 0 || duration.compareTo(Limit.MAX_WINDOW) > 0) {
            throw new IllegalArgumentException(
                    "a block of " + Durations.format(duration) + " is not allowed; allowed: 1ms to 366d");
        }
    }

    /** The limiter that this one asks in its turn, if it is a decorator: so whoever looks finds how each of them fares. */
    default Optional<RateLimiter> behind() {
        return Optional.empty();
    }

    /** Releases what the limiter itself created; what was handed in stays open. */
    @Override
    default void close() {}
}
