package io.weir;

/** No decision could be had: the store refused, failed, answered nonsense or did not answer in time. */
public final class RateLimiterException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** Says what went wrong. */
    public RateLimiterException(String message) {
        super(message);
    }

    /** Says what went wrong and why. */
    public RateLimiterException(String message, Throwable cause) {
        super(message, cause);
    }
}
