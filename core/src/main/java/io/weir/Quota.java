package io.weir;

import java.time.Duration;
import java.util.Optional;

/**
 * What one {@link Charge} was told.
 *
 * @param charge the charge
 * @param allowed whether this charge fits by itself; the request as a whole may still be denied for another
 * @param remaining permits left after the decision, never negative
 * @param availableAfter if allowed, the time until the next permit frees, zero when none is held; if denied, the time
 *     until this cost fits, empty when it never can (the cost exceeds the limit)
 * @param resetAfter the time until the quota is whole again if nobody calls, zero when it is whole
 */
public record Quota(
        Charge charge, boolean allowed, long remaining, Optional<Duration> availableAfter, Duration resetAfter) {

    /** The limit of the charge. */
    public Limit limit() {
        return charge.limit();
    }

    @Override
    public String toString() {
        String left = remaining + " of " + charge.limit() + " left";
        if (allowed) {
            return left;
        }
        return left
                + availableAfter
                        .map(wait -> ", fits in " + Durations.format(wait))
                        .orElse(", a cost of " + charge.cost() + " never fits");
    }
}
