package io.weir.config;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * What a gate stands on from its start to its end: another one takes another gate.
 *
 * @param application keeps its counts apart from those of others
 * @param deadline the longest wait for a decision
 * @param localKeys how many keys are remembered while Redis does not decide
 * @param metrics where the gate is shown
 * @param redis where the counts are, as said; may hold a password
 */
record Foundation(String application, Duration deadline, int localKeys, Set<MetricsReader.View> metrics, String redis) {

    /** The keys whose values differ. */
    List<String> differences(Foundation other) {
        List<String> keys = new ArrayList<>();
        if (!application.equals(other.application)) {
            keys.add("application");
        }
        if (!deadline.equals(other.deadline)) {
            keys.add("deadline");
        }
        if (localKeys != other.localKeys) {
            keys.add("local-keys");
        }
        if (!metrics.equals(other.metrics)) {
            keys.add(MetricsReader.KEY);
        }
        if (!redis.equals(other.redis)) {
            keys.add("redis");
        }
        return keys;
    }

    @Override
    public String toString() {
        return application + ", deadline " + deadline;
    }
}
