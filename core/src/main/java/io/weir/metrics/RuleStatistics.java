package io.weir.metrics;

import io.weir.Decision.Source;
import io.weir.http.Outcome;
import io.weir.http.RuleCounters;

/** What a rule made of the requests that it covered so far, in the form of JMX. */
public final class RuleStatistics {

    private final RuleCounters counters;

    RuleStatistics(RuleCounters counters) {
        this.counters = counters;
    }

    /** Had room. */
    public long getAllowed() {
        return counters.count(Outcome.ALLOWED);
    }

    /** Refused with 429. */
    public long getDenied() {
        return counters.count(Outcome.DENIED);
    }

    /** Of these, without asking Redis, which had said so a moment ago. */
    public long getDeniedFromMemory() {
        return counters.count(Outcome.DENIED, Source.DENIAL_CACHE);
    }

    /** Of these, by this JVM. */
    public long getDeniedLocally() {
        return counters.count(Outcome.DENIED, Source.LOCAL);
    }

    /** Would have been refused, were the rule not in shadow. */
    public long getShadowDenied() {
        return counters.count(Outcome.SHADOW_DENIED);
    }

    /** Had room in this JVM, while Redis did not decide. */
    public long getLocal() {
        return counters.count(Outcome.LOCAL);
    }

    /** Passed undecided. */
    public long getFailedOpen() {
        return counters.count(Outcome.FAILED_OPEN);
    }

    /** Refused undecided, with 503. */
    public long getFailedClosed() {
        return counters.count(Outcome.FAILED_CLOSED);
    }

    /** Passed, and left less than 20 % of a limit. */
    public long getNearLimit() {
        return counters.nearLimit();
    }

    /** Had not what the key of the rule looks at; the address stood in. */
    public long getKeysAbsent() {
        return counters.keysAbsent();
    }
}
