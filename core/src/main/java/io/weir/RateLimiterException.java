package io.weir;

/** No decision could be had: the store refused, failed, answered nonsense or did not answer in time. */
public final class RateLimiterException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** What has to happen before there are decisions again. */
    public enum Kind {
        /** The store is slow or gone, and comes back by itself or by being started. */
        OUTAGE,
        /** The store is there and somebody has to change something: it lacks a permission, memory, or a version. */
        MISCONFIGURED,
        /** Nothing: the caller did not wait. */
        INTERRUPTED
    }

    private final Kind kind;

    /** Says what went wrong in an outage. */
    public RateLimiterException(String message) {
        this(Kind.OUTAGE, message);
    }

    /** Says what went wrong in an outage, and why. */
    public RateLimiterException(String message, Throwable cause) {
        this(Kind.OUTAGE, message, cause);
    }

    /** Says what went wrong, and what kind of failure that is. */
    public RateLimiterException(Kind kind, String message) {
        super(message);
        this.kind = kind;
    }

    /** Says what went wrong, why, and what kind of failure that is. */
    public RateLimiterException(Kind kind, String message, Throwable cause) {
        super(message, cause);
        this.kind = kind;
    }

    /** What has to happen before there are decisions again. */
    public Kind kind() {
        return kind;
    }
}
