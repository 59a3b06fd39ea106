package io.weir;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The answer to all charges of one request, taken in one atomic step: allowed and recorded whole, or denied and nothing
 * recorded.
 *
 * @param id names what was recorded, so that a refund returns exactly that
 * @param allowed whether every charge fits
 * @param quotas one per charge, in the order of the charges
 * @param source who decided
 * @param at the instant of the decision on the clock of its source
 */
public record Decision(String id, boolean allowed, List<Quota> quotas, Source source, Instant at) {

    /** Who decided. */
    public enum Source {
        /** The script in Redis. */
        REDIS,
        /** The twin in this JVM. */
        LOCAL
    }

    /** A decision that is allowed if every quota is. */
    public static Decision of(String id, List<Quota> quotas, Source source, Instant at) {
        boolean allowed = true;
        for (Quota quota : quotas) {
            allowed &= quota.allowed();
        }
        return new Decision(id, allowed, List.copyOf(quotas), source, at);
    }

    /**
     * How long to wait before the same request fits: the longest wait among the failing charges.
     *
     * @return empty if the request is allowed, and empty if no wait helps because a cost exceeds its limit
     */
    public Optional<Duration> retryAfter() {
        Optional<Duration> longest = Optional.empty();
        for (Quota quota : quotas) {
            if (quota.allowed()) {
                continue;
            }
            Optional<Duration> wait = quota.availableAfter();
            if (wait.isEmpty()) {
                return Optional.empty();
            }
            if (longest.isEmpty() || longest.get().compareTo(wait.get()) < 0) {
                longest = wait;
            }
        }
        return longest;
    }
}
