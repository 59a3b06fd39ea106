package io.weir.http;

import io.weir.RateLimiterException;
import io.weir.RateLimiterException.Kind;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Says when decisions begin to fail, of what kind the failure is, and when they come again, with what happened to the
 * requests meanwhile: two lines per outage, not one per request. A Redis that fails now and then is told of at most once in
 * ten seconds; nothing that happened is lost, it stands in the next line. A gate that was closed is no outage: of requests that
 * are still under way then, nothing is told.
 */
final class FailureLog {

    private static final Logger log = LoggerFactory.getLogger(HttpGate.class);
    private static final Duration QUIET = Duration.ofSeconds(10);

    private final InstantSource clock;
    private volatile boolean failing;
    private volatile boolean closed;
    private @Nullable Kind told;
    private Instant since = Instant.EPOCH;
    private Instant spoke = Instant.MIN;
    private long local;
    private long allowed;
    private long denied;

    FailureLog(InstantSource clock) {
        this.clock = clock;
    }

    /** No decision could be had on a rule, whose policy the request followed. */
    synchronized void failed(RateLimiterException cause, FailurePolicy policy) {
        if (closed || cause.kind() == Kind.INTERRUPTED) {
            return;
        }
        switch (policy) {
            case LOCAL -> local++;
            case ALLOW -> allowed++;
            case DENY -> denied++;
        }
        Instant now = clock.instant();
        if (!failing) {
            failing = true;
            since = now;
        }
        boolean news = told == null
                ? now.isBefore(spoke) || !now.isBefore(quietUntil())
                : told == Kind.OUTAGE && cause.kind() == Kind.MISCONFIGURED;
        if (news) {
            told = cause.kind();
            spoke = now;
            if (told == Kind.MISCONFIGURED) {
                log.error(
                        "Redis is misconfigured, rate limits cannot be decided, and requests follow on-failure: {}",
                        cause.getMessage());
            } else {
                log.warn(
                        "Redis has an outage, rate limits cannot be decided, and requests follow on-failure: {}",
                        cause.getMessage());
            }
        }
    }

    /** A decision was had. */
    void decided() {
        if (failing) {
            again();
        }
    }

    /** Says nothing any more. */
    void close() {
        closed = true;
    }

    private synchronized void again() {
        if (!failing) {
            return;
        }
        failing = false;
        if (told != null) {
            Instant now = clock.instant();
            log.info(
                    "Rate limits are decided in Redis again, after {} s. Decisions meanwhile: {} in this JVM, {} let pass, {}"
                            + " refused with 503",
                    Duration.between(since, now).toSeconds(),
                    local,
                    allowed,
                    denied);
            told = null;
            spoke = now;
            local = 0;
            allowed = 0;
            denied = 0;
        }
    }

    private Instant quietUntil() {
        return spoke.equals(Instant.MIN) ? spoke : spoke.plus(QUIET);
    }
}
