package io.weir.http;

import io.weir.Decision;
import io.weir.RateLimiterException;
import io.weir.RateLimiterException.Kind;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;

/**
 * What a gate decided so far: the one place where it is counted, for whoever shows it. Every request is counted once for each
 * rule that it was decided by. Numbers only grow; those of a rule that a reload took away stay.
 *
 * <p>Counts under names of rules and of nothing else, so that clients cannot make it grow. Of more than a thousand names, which
 * only code that makes rules could bring, the rest is counted as {@value #OTHERS}.
 */
public final class GateCounters {

    /** No rule can have this name. */
    static final String OTHERS = "(others)";

    private static final int MAX_RULES = 1000;

    private final Map<String, RuleCounters> rules = new ConcurrentHashMap<>();
    private final List<Consumer<RuleCounters>> observers = new CopyOnWriteArrayList<>();
    private final LongAdder addressesUnresolved = new LongAdder();
    private final LongAdder outage = new LongAdder();
    private final LongAdder misconfigured = new LongAdder();
    private final LongAdder interrupted = new LongAdder();
    private final GateListener listener = new Listener();

    GateCounters() {}

    /** Those of every rule that was there from the start, was reloaded, or has decided a request; in no order. */
    public Collection<RuleCounters> rules() {
        return List.copyOf(rules.values());
    }

    /** How often a rule could not be decided for this reason. */
    public long undecided(Kind kind) {
        return adder(kind).sum();
    }

    /** How many requests named no address where the client's should be. */
    public long addressesUnresolved() {
        return addressesUnresolved.sum();
    }

    /**
     * Shows every rule to an observer, those of today at once and others when they come; some perhaps twice. Until it
     * {@link #leave leaves}.
     */
    public void observe(Consumer<RuleCounters> observer) {
        observers.add(observer);
        rules.values().forEach(observer);
    }

    /** Shows an observer no rule any more. */
    public void leave(Consumer<RuleCounters> observer) {
        observers.remove(observer);
    }

    GateListener listener() {
        return listener;
    }

    /** Begins to count for the rule, if it is new. */
    RuleCounters of(Rule rule) {
        RuleCounters known = rules.get(rule.name());
        return known == null ? begin(rules.size() < MAX_RULES ? rule.name() : OTHERS) : known;
    }

    private RuleCounters begin(String name) {
        RuleCounters fresh = new RuleCounters(name);
        RuleCounters earlier = rules.putIfAbsent(name, fresh);
        if (earlier != null) {
            return earlier;
        }
        observers.forEach(observer -> observer.accept(fresh));
        return fresh;
    }

    private LongAdder adder(Kind kind) {
        return switch (kind) {
            case OUTAGE -> outage;
            case MISCONFIGURED -> misconfigured;
            case INTERRUPTED -> interrupted;
        };
    }

    private final class Listener implements GateListener {

        @Override
        public void decided(Rule rule, Outcome outcome, Decision decision) {
            of(rule).decided(outcome, decision.source());
        }

        @Override
        public void nearLimit(Rule rule) {
            of(rule).wasNearLimit();
        }

        @Override
        public void undecided(Rule rule, FailurePolicy policy, RateLimiterException cause) {
            adder(cause.kind()).increment();
            switch (policy) {
                case LOCAL -> {} // is decided next
                case ALLOW -> of(rule).decided(Outcome.FAILED_OPEN, Decision.Source.FAILURE_POLICY);
                case DENY -> of(rule).decided(Outcome.FAILED_CLOSED, Decision.Source.FAILURE_POLICY);
            }
        }

        @Override
        public void keyAbsent(Rule rule) {
            of(rule).keyWasAbsent();
        }

        @Override
        public void addressUnresolved(String standIn) {
            addressesUnresolved.increment();
        }
    }
}
