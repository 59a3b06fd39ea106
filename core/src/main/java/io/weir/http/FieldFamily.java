package io.weir.http;

/** Which fields tell a client where it stands. Without any, a refusal still carries Retry-After. */
public enum FieldFamily {
    /** {@code RateLimit} and {@code RateLimit-Policy} of draft-ietf-httpapi-ratelimit-headers-11. */
    RATELIMIT,
    /** {@code X-RateLimit-Limit}, {@code -Remaining} and {@code -Reset}, as most APIs have sent them for years. */
    X_RATELIMIT,
    /** {@code RateLimit-Shadow}: what rules in shadow would have said. Waits for their decision. */
    SHADOW
}
