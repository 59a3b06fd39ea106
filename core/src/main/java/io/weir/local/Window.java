package io.weir.local;

import io.weir.Algorithm;
import io.weir.Charge;

/**
 * What is remembered for one key: the state of an algorithm and its arithmetic, the twin of the file in {@code lua/} of
 * the same name. Time is an argument, in microseconds since the epoch; locking is the caller's.
 */
interface Window {

    /** An empty window of the algorithm that the charge's limit names. */
    static Window of(Charge charge) {
        var algorithm = charge.limit().algorithm();
        if (algorithm instanceof Algorithm.SlidingWindowLog) {
            return new SlidingWindowLog();
        }
        if (algorithm instanceof Algorithm.SlidingWindowBuckets) {
            return new SlidingWindowBuckets();
        }
        if (algorithm instanceof Algorithm.SlidingWindowCounter) {
            return new SlidingWindowCounter();
        }
        if (algorithm instanceof Algorithm.FixedWindow) {
            return new FixedWindow();
        }
        return new Gcra();
    }

    /** Whether the charge fits at the given instant. Records nothing. */
    Check check(Charge charge, long now);

    /**
     * Records a charge that was just found to fit, under the id of its request; tells how the window stands afterwards.
     */
    Check take(Charge charge, Check fitting, long now, String id);

    /**
     * Returns what a request recorded, as far as it still counts and the window was not reset meanwhile. The limit of its
     * charge may have been changed since, so that the window does not move by it.
     */
    void refund(Taken taken, long now);

    /**
     * What a request recorded.
     *
     * @param charge the charge
     * @param id of the request
     * @param at microseconds, the instant of its decision
     * @param resetAfter microseconds, as the decision told
     */
    record Taken(Charge charge, String id, long at, long resetAfter) {}
}
