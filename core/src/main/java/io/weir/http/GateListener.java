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
     * @param rule the rule
     * @param outcome what this rule says, whatever others say of the request: {@link Outcome#ALLOWED},
     *     {@link Outcome#DENIED}, {@link Outcome#SHADOW_DENIED} or {@link Outcome#LOCAL}
     * @param decision the whole decision, of this rule and others
     */
    default void decided(Rule rule, Outcome outcome, Decision decision) {}

    /**
     * A request was charged, and less than 20 % of one of the rule's limits is left: told after {@link #decided}.
     *
     * @param rule the rule
     */
    default void nearLimit(Rule rule) {}

    /**
     * No decision could be had in the store. {@link #decided} follows if the policy is {@link FailurePolicy#LOCAL}, and only
     * then.
     *
     * @param rule the rule
     * @param policy what the request follows: that of the rule; {@link FailurePolicy#DENY} also if another rule that was
     *     asked together with it denies; never that for a rule in shadow, which refuses nobody
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
            public void decided(Rule rule, Outcome outcome, Decision decision) {
                first.decided(rule, outcome, decision);
                other.decided(rule, outcome, decision);
            }

            @Override
            public void nearLimit(Rule rule) {
                first.nearLimit(rule);
                other.nearLimit(rule);
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
