package io.weir.http;

import io.weir.Decision.Source;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.LongAdder;

/** What one rule made of the requests that it covered so far. Numbers only grow, and a request is counted once. */
public final class RuleCounters {

    private final String rule;
    private final Map<Outcome, Map<Source, LongAdder>> decisions = new EnumMap<>(Outcome.class);
    private final LongAdder nearLimit = new LongAdder();
    private final LongAdder keysAbsent = new LongAdder();

    RuleCounters(String rule) {
        this.rule = rule;
        for (Outcome outcome : Outcome.values()) {
            Map<Source, LongAdder> bySource = new EnumMap<>(Source.class);
            for (Source source : Source.values()) {
                bySource.put(source, new LongAdder());
            }
            decisions.put(outcome, bySource);
        }
    }

    /** The name of the rule. */
    public String rule() {
        return rule;
    }

    /** How many requests had this outcome, whoever decided. */
    public long count(Outcome outcome) {
        return bySource(outcome).values().stream().mapToLong(LongAdder::sum).sum();
    }

    /** How many requests had this outcome by this source. */
    public long count(Outcome outcome, Source source) {
        return adder(outcome, source).sum();
    }

    /** How many requests were let pass and left less than 20 % of one of the rule's limits. */
    public long nearLimit() {
        return nearLimit.sum();
    }

    /** How many requests did not have what the rule's key looks at, so that their address stood in. */
    public long keysAbsent() {
        return keysAbsent.sum();
    }

    void decided(Outcome outcome, Source source) {
        adder(outcome, source).increment();
    }

    void wasNearLimit() {
        nearLimit.increment();
    }

    void keyWasAbsent() {
        keysAbsent.increment();
    }

    private LongAdder adder(Outcome outcome, Source source) {
        return Objects.requireNonNull(bySource(outcome).get(source));
    }

    private Map<Source, LongAdder> bySource(Outcome outcome) {
        return Objects.requireNonNull(decisions.get(outcome));
    }
}
