package io.weir.http;

import io.weir.Decision;
import io.weir.RateLimiterException;

/**
 * Hears what a gate decided, for metrics and the like. Called on the thread of the request, or of the limiter for rules in
 * shadow: return at once, throw nothing.
 */
public interface GateListener {

    /** Hears nothing. */
    static GateListener none() {
        return new GateListener() {};
    }

    /**
     * A rule was decided.
     *
     * @param rule the rule; in shadow, a denial refused nobody
     * @param allowed whether every limit of this rule had room
     * @param decision the whole decision, of this rule and others
     */
    default void decided(Rule rule, boolean allowed, Decision decision) {}

    /**
     * No decision could be had.
     *
     * @param rule the rule, whose failure policy the request followed unless it is in shadow
     * @param policy that policy
     * @param cause why there is none
     */
    default void undecided(Rule rule, FailurePolicy policy, RateLimiterException cause) {}

    /**
     * A request does not have what the key of a rule looks at, or a part of it; its address stands in.
     *
     * @param rule the rule
     */
    default void keyAbsent(Rule rule) {}

    /**
     * Trusted proxies wrote something that is no address where the client's should be: {@code unknown}, a name, or nothing
     * that RFC 7239 knows. The last hop that is verified stands in.
     *
     * @param standIn its address, which many clients may share
     */
    default void addressUnresolved(String standIn) {}

    /** Tells this listener, then another. */
    default GateListener and(GateListener other) {
        GateListener first = this;
        return new GateListener() {
            @Override
            public void decided(Rule rule, boolean allowed, Decision decision) {
                first.decided(rule, allowed, decision);
                other.decided(rule, allowed, decision);
            }

            @Override
            public void undecided(Rule rule, FailurePolicy policy, RateLimiterException cause) {
                first.undecided(rule, policy, cause);
                other.undecided(rule, policy, cause);
            }

            @Override
            public void keyAbsent(Rule rule) {
                first.keyAbsent(rule);
                other.keyAbsent(rule);
            }

            @Override
            public void addressUnresolved(String standIn) {
                first.addressUnresolved(standIn);
                other.addressUnresolved(standIn);
            }
        };
    }
}
