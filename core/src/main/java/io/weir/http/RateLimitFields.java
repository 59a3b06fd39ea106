package io.weir.http;

import io.weir.Decision;
import io.weir.Limit;
import io.weir.Quota;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Writes the fields of a decision: draft-ietf-httpapi-ratelimit-headers-11, the older {@code X-RateLimit-*}, and
 * Retry-After (RFC 9110, section 10.2.3). Seconds are rounded up, never down: who waits as told is let in.
 *
 * <p>The draft may still change; nothing else knows its syntax. Limit names need no escaping in a structured-field
 * string (RFC 9651, section 3.3.3): {@link Limit#checkName} leaves nothing to escape.
 */
final class RateLimitFields {

    private static final Comparator<Quota> TIGHTEST_FIRST =
            Comparator.comparingLong(Quota::remaining).thenComparing(Quota::resetAfter, Comparator.reverseOrder());

    private RateLimitFields() {}

    /** {@code "burst";q=100;w=60, "daily";q=1000;w=86400}: every limit that applied. */
    static Field policy(List<Quota> quotas) {
        StringBuilder list = new StringBuilder(64);
        for (Quota quota : quotas) {
            Limit limit = quota.limit();
            next(list, limit).append(";q=").append(limit.permits());
            if (limit.window().toSeconds() >= 1) { // w counts whole seconds
                list.append(";w=").append(ceilSeconds(limit.window()));
            }
        }
        return Field.member("RateLimit-Policy", list.toString());
    }

    /** {@code "default";r=0;t=5}: every limit that applied, or on a refusal those that refused. */
    static Field rateLimit(Decision decision) {
        StringBuilder list = new StringBuilder(64);
        for (Quota quota : decision.quotas()) {
            if (decision.allowed() || !quota.allowed()) {
                rateLimit(list, quota);
            }
        }
        return Field.member("RateLimit", list.toString());
    }

    /** {@code "api";r=0;t=5;denied}: what rules in shadow would have said. Not of the draft: off unless asked for. */
    static Field shadow(List<Quota> quotas) {
        StringBuilder list = new StringBuilder(64);
        for (Quota quota : quotas) {
            rateLimit(list, quota);
            if (!quota.allowed()) {
                list.append(";denied");
            }
        }
        return Field.member("RateLimit-Shadow", list.toString());
    }

    /** Lets scripts of other origins read our fields (the Fetch standard, section 3.3.4). */
    static Field exposed(Set<FieldFamily> families) {
        List<String> names = new ArrayList<>();
        if (families.contains(FieldFamily.RATELIMIT)) {
            names.addAll(List.of("RateLimit-Policy", "RateLimit"));
        }
        if (families.contains(FieldFamily.X_RATELIMIT)) {
            names.addAll(List.of("X-RateLimit-Limit", "X-RateLimit-Remaining", "X-RateLimit-Reset"));
        }
        if (families.contains(FieldFamily.SHADOW)) {
            names.add("RateLimit-Shadow");
        }
        names.add("Retry-After");
        return Field.member("Access-Control-Expose-Headers", String.join(", ", names));
    }

    private static void rateLimit(StringBuilder list, Quota quota) {
        next(list, quota.limit()).append(";r=").append(quota.remaining());
        if (quota.availableAfter().isPresent()) {
            list.append(";t=").append(ceilSeconds(quota.availableAfter().get()));
        }
    }

    /** Begins the next member of a list. */
    private static StringBuilder next(StringBuilder list, Limit limit) {
        return list.append(list.length() == 0 ? "\"" : ", \"")
                .append(limit.name())
                .append('"');
    }

    /** {@code X-RateLimit-*} of the limit closest to exhaustion; on a refusal, of one that refused. */
    static List<Field> xRateLimit(List<Decision> decisions) {
        Quota tightest = null;
        Instant at = Instant.EPOCH;
        boolean denied = false;
        for (Decision decision : decisions) {
            denied |= !decision.allowed();
        }
        for (Decision decision : decisions) {
            for (Quota quota : decision.quotas()) {
                boolean relevant = !denied || !quota.allowed();
                if (relevant && (tightest == null || TIGHTEST_FIRST.compare(quota, tightest) < 0)) {
                    tightest = quota;
                    at = decision.at();
                }
            }
        }
        if (tightest == null) {
            return List.of();
        }
        return List.of(
                Field.single("X-RateLimit-Limit", Long.toString(tightest.limit().permits())),
                Field.single("X-RateLimit-Remaining", Long.toString(tightest.remaining())),
                Field.single("X-RateLimit-Reset", Long.toString(ceilSeconds(at.plus(tightest.resetAfter())))));
    }

    /** At least 1: a client that reads 0 comes back at once and is refused again. Empty where no wait helps. */
    static Optional<Long> retryAfterSeconds(Decision decision) {
        return decision.retryAfter().map(wait -> Math.max(1, ceilSeconds(wait)));
    }

    static Field retryAfter(long seconds) {
        return Field.single("Retry-After", Long.toString(seconds));
    }

    private static long ceilSeconds(Duration duration) {
        return duration.getSeconds() + (duration.getNano() > 0 ? 1 : 0);
    }

    /** Since the epoch. */
    private static long ceilSeconds(Instant instant) {
        return instant.getEpochSecond() + (instant.getNano() > 0 ? 1 : 0);
    }
}
