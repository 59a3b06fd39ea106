package io.weir.http;

import io.weir.Limit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** What a gate goes by, fixed: it is replaced whole or not at all. */
record GatePolicy(
        String application,
        String keyBeginning,
        List<Rule> rules,
        List<PathPattern> exclude,
        Set<FieldFamily> families,
        Optional<Field> exposed,
        FailurePolicy onFailure,
        ClientAddress addresses,
        boolean shadow,
        MissingUsers users) {

    /** @throws IllegalArgumentException if two rules, or limits of two rules, have one name */
    GatePolicy {
        rules = List.copyOf(rules);
        exclude = List.copyOf(exclude);
        families = Set.copyOf(families);
        checkNames(rules);
    }

    /** What is allowed and hardly meant, a sentence each. */
    List<String> warnings() {
        List<String> warnings = new ArrayList<>(addresses.warnings());
        for (Rule rule : rules) {
            warnings.addAll(rule.warnings());
            if (rule.isCoveredBy(exclude)) {
                warnings.add("rule '" + rule.name() + "' limits nothing: 'exclude' " + exclude
                        + " lets every path pass that it covers");
            }
        }
        return warnings;
    }

    Optional<Rule> rule(String name) {
        return rules.stream().filter(rule -> rule.name().equals(name)).findFirst();
    }

    boolean excludes(RoutedPath path) {
        for (PathPattern pattern : exclude) {
            if (pattern.excludes(path)) {
                return true;
            }
        }
        return false;
    }

    FailurePolicy onFailure(Rule rule) {
        return rule.onFailure(onFailure);
    }

    /** Whether one of these rules wants a request refused of which no decision can be had. */
    boolean refusesUndecided(List<DueRule> due) {
        return due.stream().anyMatch(rule -> onFailure(rule.rule()) == FailurePolicy.DENY);
    }

    /**
     * What a request follows of which no decision could be had on rules that were asked together: the strictest word of those
     * that are enforced, and of one in shadow what refuses nobody.
     */
    FailurePolicy followed(Rule rule, List<DueRule> due) {
        if (watchesOnly(rule)) {
            return onFailure(rule) == FailurePolicy.DENY ? FailurePolicy.ALLOW : onFailure(rule);
        }
        return refusesUndecided(due) ? FailurePolicy.DENY : onFailure(rule);
    }

    /** @throws IllegalArgumentException if a policy needs a fallback */
    void requireNoFallback() {
        boolean needed = onFailure == FailurePolicy.LOCAL
                || rules.stream().anyMatch(rule -> onFailure(rule) == FailurePolicy.LOCAL);
        if (needed) {
            throw new IllegalArgumentException(
                    "on-failure is local, and the gate has no fallback; allowed: for instance LocalRateLimiter as fallback");
        }
    }

    boolean watchesOnly(Rule rule) {
        return shadow || rule.isShadow();
    }

    /** Names stand in keys and on the wire: two that differ only in case would be taken for one. */
    private static void checkNames(List<Rule> rules) {
        Set<String> ruleNames = new HashSet<>();
        Map<String, Rule> limitNames = new HashMap<>();
        for (Rule rule : rules) {
            if (!ruleNames.add(rule.name().toLowerCase(Locale.ROOT))) {
                throw new IllegalArgumentException(
                        "two rules are named '" + rule.name() + "'; allowed: names that differ in more than case");
            }
            for (Limit limit : rule.allLimits()) {
                Rule other = limitNames.putIfAbsent(limit.name().toLowerCase(Locale.ROOT), rule);
                if (other != null && other != rule) {
                    throw new IllegalArgumentException("rule '" + rule.name() + "' has a limit named '" + limit.name()
                            + "' as another rule has; allowed: names that differ in more than case");
                }
            }
        }
    }
}
