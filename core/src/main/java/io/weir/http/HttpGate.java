package io.weir.http;

import io.weir.Charge;
import io.weir.Decision;
import io.weir.Limit;
import io.weir.RateLimiter;
import io.weir.RateLimiterException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Decides HTTP requests: matching rules, keys, charges, limiter, verdict.
 *
 * <p>For each call:
 *
 * <ol>
 *   <li>An excluded path and a CORS preflight pass untouched; they cost nothing, not even a call to Redis.
 *   <li>The rules that cover the request and were not yet decided for it are collected.
 *   <li>Each names its client and what it charges.
 *   <li>The limiter decides all charges together.
 *   <li>The decision becomes fields, and a refusal if it is one. If there is no decision, the rules' failure policies
 *       say what happens: one that denies is enough.
 * </ol>
 *
 * <p>Safe for use by many threads.
 */
public final class HttpGate implements AutoCloseable {

    /** Begins every key: raised when what stands under a key changes its form, so that old data is never read. */
    private static final int LAYOUT = 1;

    private final List<Rule> rules;
    private final List<PathPattern> exclude;
    private final RateLimiter limiter;
    private final String keyBeginning;
    private final Set<FieldFamily> families;
    private final FailurePolicy onFailure;
    private final FailureLog failures = new FailureLog();

    private HttpGate(Builder builder, RateLimiter limiter) {
        this.limiter = limiter;
        rules = List.copyOf(builder.rules);
        exclude = List.copyOf(builder.exclude);
        keyBeginning = "weir:" + builder.application + ":" + LAYOUT + ":";
        families = Set.copyOf(builder.families);
        onFailure = builder.onFailure;
    }

    /** Begins a gate. */
    public static Builder builder() {
        return new Builder();
    }

    /** Decides every rule that covers the call and was not decided for it before. */
    public Verdict decide(HttpCall call) {
        return decide(call, List.of(), true);
    }

    /**
     * As {@link #decide(HttpCall)}, and the given rules too, wherever the call goes.
     *
     * @param named rules that cover the call because code or an annotation says so; their methods are still honoured
     */
    public Verdict decide(HttpCall call, Collection<Rule> named) {
        return decide(call, named, true);
    }

    /**
     * As {@link #decide(HttpCall, Collection)}, but leaves rules whose client is not known before authentication to a
     * later call.
     */
    public Verdict decideBeforeAuthentication(HttpCall call, Collection<Rule> named) {
        return decide(call, named, false);
    }

    /** The rules, in the order in which they were added. */
    public List<Rule> rules() {
        return rules;
    }

    /** The rule of that name. */
    public Optional<Rule> rule(String name) {
        return rules.stream().filter(rule -> rule.name().equals(name)).findFirst();
    }

    /** Closes the limiter. */
    @Override
    public void close() {
        limiter.close();
    }

    private Verdict decide(HttpCall call, Collection<Rule> named, boolean userKnown) {
        // 1. Excluded paths and preflights.
        RoutedPath path = call.path();
        if (isExcluded(path) || isPreflight(call)) {
            return Verdict.Pass.SILENT;
        }

        // 2. Rules.
        boolean everyRule = userKnown || call.principal() != null;
        Decided decided = Decided.of(call);
        List<Rule> due = new ArrayList<>(rules.size());
        for (Rule rule : rules) {
            if ((everyRule || !rule.key().needsUser()) && rule.covers(call.method(), path) && decided.claim(rule)) {
                due.add(rule);
            }
        }
        for (Rule rule : named) {
            if ((everyRule || !rule.key().needsUser()) && rule.coversMethod(call.method()) && decided.claim(rule)) {
                due.add(rule);
            }
        }
        if (due.isEmpty()) {
            return Verdict.Pass.SILENT;
        }

        // 3. Keys and charges.
        List<Charge> charges = new ArrayList<>();
        for (Rule rule : due) {
            rule.charge(keyBeginning, call, charges);
        }

        // 4. Decision.
        Decision decision;
        try {
            decision = limiter.acquire(charges);
            failures.decided();
        } catch (RateLimiterException e) {
            failures.failed(e);
            return undecided(due);
        }

        // 5. Verdict.
        List<Field> fields = fields(decision, decided.with(decision));
        return decision.allowed() ? new Verdict.Pass(fields) : Refusal.tooManyRequests(decision, fields);
    }

    private Verdict undecided(List<Rule> due) {
        for (Rule rule : due) {
            if (rule.onFailure(onFailure) == FailurePolicy.DENY) {
                return Refusal.unavailable();
            }
        }
        return Verdict.Pass.SILENT;
    }

    private List<Field> fields(Decision decision, List<Decision> all) {
        List<Field> fields = new ArrayList<>(5);
        if (families.contains(FieldFamily.RATELIMIT)) {
            fields.add(RateLimitFields.policy(decision.quotas()));
            fields.add(RateLimitFields.rateLimit(decision));
        }
        if (families.contains(FieldFamily.X_RATELIMIT)) {
            fields.addAll(RateLimitFields.xRateLimit(all));
        }
        return fields;
    }

    private boolean isExcluded(RoutedPath path) {
        for (PathPattern pattern : exclude) {
            if (pattern.matches(path)) {
                return true;
            }
        }
        return false;
    }

    /** The Fetch standard, section 4.8: an OPTIONS request with both of these headers. */
    private static boolean isPreflight(HttpCall call) {
        return call.method().equals("OPTIONS")
                && !call.headerLines("Origin").isEmpty()
                && !call.headerLines("Access-Control-Request-Method").isEmpty();
    }

    /** Collects what a gate consists of; what is not said has the default that each method names. */
    public static final class Builder {

        private String application = "default";
        private final List<Rule> rules = new ArrayList<>();
        private final List<PathPattern> exclude = new ArrayList<>();
        private final Set<FieldFamily> families = EnumSet.allOf(FieldFamily.class);
        private FailurePolicy onFailure = FailurePolicy.ALLOW;
        private @Nullable RateLimiter limiter;

        private Builder() {}

        /**
         * Keeps the counts of this application apart from those of others on the same Redis; {@code default} unless
         * called.
         *
         * @throws IllegalArgumentException if the name is not allowed
         * @see Limit#checkName
         */
        public Builder application(String name) {
            application = Limit.checkName(name);
            return this;
        }

        /** Adds a rule. */
        public Builder rule(Rule rule) {
            rules.add(rule);
            return this;
        }

        /**
         * Lets these paths pass whatever the rules say; none unless called.
         *
         * @throws IllegalArgumentException if a pattern cannot be understood
         */
        public Builder exclude(String... patterns) {
            for (String pattern : patterns) {
                exclude.add(PathPattern.parse(pattern));
            }
            return this;
        }

        /** Writes these fields and no others, Retry-After excepted; both families unless called. */
        public Builder fields(Collection<FieldFamily> wanted) {
            families.clear();
            families.addAll(wanted);
            return this;
        }

        /** What happens when no decision can be had and the rule does not say; {@link FailurePolicy#ALLOW} unless called. */
        public Builder onFailure(FailurePolicy policy) {
            onFailure = policy;
            return this;
        }

        /** Decides with this limiter; needed. The gate closes it when it is closed. */
        public Builder limiter(RateLimiter rateLimiter) {
            limiter = rateLimiter;
            return this;
        }

        /**
         * The gate.
         *
         * @throws IllegalArgumentException if there is no limiter, or two rules or limits have one name
         */
        public HttpGate build() {
            if (limiter == null) {
                throw new IllegalArgumentException("the gate has no limiter; allowed: for instance LocalRateLimiter");
            }
            checkNames();
            return new HttpGate(this, limiter);
        }

        /** Names stand in keys and on the wire: two that differ only in case would be taken for one. */
        private void checkNames() {
            Set<String> ruleNames = new HashSet<>();
            Set<String> limitNames = new HashSet<>();
            for (Rule rule : rules) {
                if (!ruleNames.add(rule.name().toLowerCase(Locale.ROOT))) {
                    throw new IllegalArgumentException(
                            "two rules are named '" + rule.name() + "'; allowed: names that differ in more than case");
                }
                for (Limit limit : rule.limits()) {
                    if (!limitNames.add(limit.name().toLowerCase(Locale.ROOT))) {
                        throw new IllegalArgumentException("rule '" + rule.name() + "' has a limit named '"
                                + limit.name() + "' as another rule has; allowed: names that differ in more than case");
                    }
                }
            }
        }
    }
}
