package io.weir;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Predicate;

/**
 * The answer to all charges of one request, taken in one atomic step: allowed and recorded whole, or denied and nothing
 * recorded.
 */
public final class Decision {

    /** Who decided. */
    public enum Source {
        /** The script in Redis. */
        REDIS,
        /** The twin in this JVM. */
        LOCAL,
        /** What was decided a moment ago, and could not be otherwise yet. */
        DENIAL_CACHE,
        /** Nobody, since no decision could be had: no decision says so, but metrics of requests that had none do. */
        FAILURE_POLICY;

        private final String word = name().toLowerCase(Locale.ROOT).replace('_', '-');

        /** The name as metrics write it: {@code denial-cache}. */
        @Override
        public String toString() {
            return word;
        }
    }

    private final String id;
    private final boolean allowed;
    private final List<Quota> quotas;
    private final Source source;
    private final Instant at;
    private final AtomicBoolean refundable;

    private Decision(String id, boolean allowed, List<Quota> quotas, Source source, Instant at) {
        this.id = id;
        this.allowed = allowed;
        this.quotas = List.copyOf(quotas);
        this.source = source;
        this.at = at;
        refundable = new AtomicBoolean(allowed);
    }

    /** A decision that is allowed if every quota is. */
    public static Decision of(String id, List<Quota> quotas, Source source, Instant at) {
        boolean allowed = true;
        for (Quota quota : quotas) {
            allowed &= quota.allowed();
        }
        return new Decision(id, allowed, quotas, source, at);
    }

    /** Names what was recorded, so that a refund returns exactly that. */
    public String id() {
        return id;
    }

    /** Whether every charge fits, and all are recorded. */
    public boolean allowed() {
        return allowed;
    }

    /** One per charge, in the order of the charges. */
    public List<Quota> quotas() {
        return quotas;
    }

    /** Who decided. */
    public Source source() {
        return source;
    }

    /** The instant of the decision on the clock of its source. */
    public Instant at() {
        return at;
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

    /** The part of this decision that concerns some of its charges, to be refunded apart from the rest. */
    public Decision only(Predicate<Charge> charges) {
        List<Quota> some = new ArrayList<>(quotas.size());
        for (Quota quota : quotas) {
            if (charges.test(quota.charge())) {
                some.add(quota);
            }
        }
        return new Decision(id, allowed, some, source, at);
    }

    /**
     * Whether this decision is to be refunded now: true the first time for an allowed one, then false. For limiters,
     * whose counters do not know a request that was refunded already.
     */
    public boolean claimRefund() {
        return refundable.compareAndSet(true, false);
    }

    @Override
    public String toString() {
        return (allowed ? "allowed" : "denied") + " by " + source + ": " + quotas;
    }
}
