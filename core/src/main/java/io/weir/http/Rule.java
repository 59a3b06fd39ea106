package io.weir.http;

import io.weir.Algorithm;
import io.weir.Charge;
import io.weir.Limit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Which requests are limited, whose budget they draw on, what they cost, how much is allowed, and what happens when no
 * decision can be had.
 */
public final class Rule {

    private static final Pattern METHOD = Pattern.compile("[A-Z][A-Z0-9_-]{0,31}");

    /** Where a log takes so much memory for each client that one should know; the buckets take a few hundred bytes. */
    private static final long MANY_PERMITS = 10_000;

    /** What a log keeps, {@code lua/sliding_window_log.lua}; Redis reserves up to as much again. */
    private static final long BYTES_PER_PERMIT = 8;

    private static final List<PathPattern> EVERY_PATH = List.of(PathPattern.parse("/**"));

    private final String name;
    private final @Nullable List<PathPattern> paths;
    private final Set<String> methods;
    private final ClientKey key;
    private final boolean needsUser;
    private final boolean needsRoute;
    private final LimitSet limits;
    private final Map<String, LimitSet> tiers;
    private final @Nullable TierResolver tierResolver;
    private final RequestCost cost;
    private final @Nullable IntPredicate counted;
    private final boolean shadow;
    private final @Nullable FailurePolicy onFailure;

    private Rule(Builder builder) {
        name = builder.name;
        paths = builder.paths;
        methods = Set.copyOf(builder.methods);
        key = builder.key;
        shadow = builder.shadow;
        limits = LimitSet.of(name, builder.limits);
        Map<String, LimitSet> sets = new LinkedHashMap<>();
        builder.tiers.forEach((tier, tierLimits) -> sets.put(tier, LimitSet.of(name, tierLimits)));
        tiers = sets;
        needsUser = key.needs().contains(ClientKey.Need.USER) || !tiers.isEmpty();
        needsRoute = key.needs().contains(ClientKey.Need.ROUTE);
        tierResolver = builder.tierResolver;
        cost = builder.cost;
        counted = builder.counted;
        onFailure = builder.onFailure;
    }

    /**
     * Begins a rule.
     *
     * @param name how it is called in logs, in keys and on the wire: a letter, then letters, digits, {@code _} and
     *     {@code -}, at most {@link Limit#MAX_NAME_LENGTH} in all
     * @throws IllegalArgumentException if the name is not allowed
     */
    public static Builder named(String name) {
        return new Builder(Limit.checkName(name));
    }

    /** The name. */
    public String name() {
        return name;
    }

    /** Whose budget a request draws on. */
    public ClientKey key() {
        return key;
    }

    /** The limits of clients without a tier, each with its name on the wire. */
    public List<Limit> limits() {
        return limits.limits();
    }

    /** Whether the rule only watches: it decides, counts and reports, and never refuses. */
    public boolean isShadow() {
        return shadow;
    }

    /** Every limit that the rule may charge, of all tiers. */
    List<Limit> allLimits() {
        List<Limit> all = new ArrayList<>(limits.limits());
        tiers.values().forEach(set -> all.addAll(set.limits()));
        return all;
    }

    /** Whether who the user is, or which tier they have, may change what is charged. */
    boolean needsUser() {
        return needsUser;
    }

    /** Whether where the request is routed to may change what is charged. */
    boolean needsRoute() {
        return needsRoute;
    }

    /** Whether a request of nobody in particular is charged otherwise than the rule is meant. */
    boolean misses(GateCall call) {
        return needsUser()
                && call.principal() == null
                && (call.isKeyAbsent() || (!tiers.isEmpty() && tierResolver == null));
    }

    /** What this rule wants when no decision can be had. */
    FailurePolicy onFailure(FailurePolicy otherwise) {
        return onFailure == null ? otherwise : onFailure;
    }

    /**
     * Adds what a request of the given client wants of every limit. Its keys share the client as their hash tag, so that
     * a Redis cluster keeps them in one slot and decides them in one call.
     *
     * @param keyBeginning what all keys of the gate begin with
     * @param inShadow whether to count apart from those who enforce this rule, for instance an older node
     * @throws InvalidCostException if the request names a cost that it may not have
     */
    void charge(String keyBeginning, boolean inShadow, GateCall call, List<Charge> charges) {
        call.asks(this);
        String client = keyBeginning + "{" + CombinedKeys.orAddress(key, call) + "}" + (inShadow ? ":shadow" : "");
        limitsFor(call).charge(client, cost.of(call), charges);
    }

    private LimitSet limitsFor(HttpCall call) {
        if (tierResolver != null) {
            String tier = tierResolver.tierOf(call);
            LimitSet known = tier == null ? null : tiers.get(tier);
            return known == null ? limits : known;
        }
        for (Map.Entry<String, LimitSet> tier : tiers.entrySet()) {
            if (call.hasRole(tier.getKey())) {
                return tier.getValue();
            }
        }
        return limits;
    }

    /** Whether a charge may be returned, depending on the response. */
    boolean mayRefund() {
        return counted != null;
    }

    /** Whether a response with this status keeps its charge. */
    boolean counts(int status) {
        return counted == null || counted.test(status);
    }

    /** Whether the rule covers a request by its method and path. */
    boolean covers(String method, RoutedPath path) {
        return coversPath(path) && coversMethod(method);
    }

    /** Whether the rule covers a method wherever it is sent. HEAD is what GET is (RFC 9110, section 9.3.2). */
    boolean coversMethod(String method) {
        return methods.isEmpty()
                || methods.contains(method.equals("HEAD") && !methods.contains("HEAD") ? "GET" : method);
    }

    private boolean coversPath(RoutedPath path) {
        return paths == null || firstMatch(path) != null;
    }

    private @Nullable PathPattern firstMatch(RoutedPath path) {
        for (PathPattern pattern : paths == null ? EVERY_PATH : paths) {
            if (pattern.matches(path)) {
                return pattern;
            }
        }
        return null;
    }

    /** The pattern that matches a path; null if the rule does not cover it, but is named for it. */
    @Nullable
    String patternOf(RoutedPath path) {
        PathPattern pattern = firstMatch(path);
        return pattern == null ? null : pattern.toString();
    }

    /**
     * Whether each of its paths is within one of these patterns. Not if it has none: then it holds where it is named.
     *
     * @param patterns as for {@link Builder#paths}
     */
    public boolean isWithin(Collection<String> patterns) {
        return isCoveredBy(patterns.stream().map(PathPattern::parse).toList());
    }

    boolean isCoveredBy(List<PathPattern> patterns) {
        List<PathPattern> own = paths == null ? EVERY_PATH : paths;
        return !own.isEmpty() && own.stream().allMatch(path -> patterns.stream().anyMatch(wide -> wide.covers(path)));
    }

    /**
     * Whether there is a path that the rule and one of these patterns match. Also if the rule has none: it holds where it
     * is named.
     *
     * @param patterns as for {@link Builder#paths}
     */
    public boolean meets(Collection<String> patterns) {
        List<PathPattern> own = paths == null ? EVERY_PATH : paths;
        List<PathPattern> others = patterns.stream().map(PathPattern::parse).toList();
        return own.isEmpty() || own.stream().anyMatch(path -> others.stream().anyMatch(path::meets));
    }

    /** What is allowed and hardly meant, a sentence each. */
    public List<String> warnings() {
        List<String> warnings = new ArrayList<>();
        for (Limit limit : allLimits()) {
            if (limit.algorithm().equals(Algorithm.slidingWindowLog()) && limit.permits() > MANY_PERMITS) {
                warnings.add(
                        "rule '" + name + "': limit '" + limit + "' remembers each of its permits for each client, "
                                + limit.permits() * BYTES_PER_PERMIT / 1000
                                + " KB for every one that spends it; algorithm: sliding-window-buckets keeps a few numbers,"
                                + " whatever the limit");
            }
        }
        return warnings;
    }

    /** The sentence an operator would say. */
    @Override
    public String toString() {
        String where = paths == null ? "every path" : paths.isEmpty() ? "where annotated" : paths.toString();
        String how = methods.isEmpty() ? "" : methods + " ";
        String which = tiers.isEmpty() ? "" : ", tiers " + tiers;
        return name + ": " + how + where + " by " + key + ", " + limits + which + (shadow ? ", in shadow" : "");
    }

    /** Collects what a rule says; what is not said has the default that each method names. */
    public static final class Builder {

        private final String name;
        private @Nullable List<PathPattern> paths;
        private final Set<String> methods = new HashSet<>();
        private ClientKey key = WordKey.USER.or(WordKey.IP);
        private final List<Limit> limits = new ArrayList<>();
        private final Map<String, List<Limit>> tiers = new LinkedHashMap<>();
        private @Nullable TierResolver tierResolver;
        private RequestCost cost = RequestCost.of(1);
        private @Nullable IntPredicate counted;
        private boolean shadow;
        private @Nullable FailurePolicy onFailure;

        private Builder(String name) {
            this.name = name;
        }

        /**
         * Covers only these paths; every path unless called, none if called with none (such a rule holds only where
         * code or an annotation names it).
         *
         * @param patterns for instance {@code /login}, {@code /api/**}, {@code /users/{id}}
         * @throws IllegalArgumentException if a pattern cannot be understood
         */
        public Builder paths(String... patterns) {
            List<PathPattern> parsed = new ArrayList<>(paths == null ? List.of() : paths);
            for (String pattern : patterns) {
                parsed.add(PathPattern.parse(pattern));
            }
            paths = parsed;
            return this;
        }

        /**
         * Covers only these methods; every method unless called.
         *
         * @throws IllegalArgumentException if one is not in upper case: methods are case-sensitive (RFC 9110, section
         *     9.1), so a rule for {@code get} would never hold
         */
        public Builder methods(String... names) {
            for (String method : names) {
                if (!METHOD.matcher(method).matches()) {
                    throw new IllegalArgumentException("rule '" + name + "' has the method '" + method
                            + "'; allowed: upper-case names, for instance GET, POST");
                }
                methods.add(method);
            }
            return this;
        }

        /** Draws on this client's budget; {@code user | ip} unless called. */
        public Builder key(ClientKey clientKey) {
            key = clientKey;
            return this;
        }

        /** Adds a limit; all limits of a rule must have room. At least one is needed. */
        public Builder limit(Limit limit) {
            limits.add(limit);
            return this;
        }

        /**
         * Gives a tier limits of its own in the place of the rule's. Which tier a request has, a resolver says; without
         * one it is the first, in the order added, whose name is a role of the user.
         *
         * @throws IllegalArgumentException if the rule has a tier of this name
         */
        public Builder tier(String tier, List<Limit> tierLimits) {
            if (tiers.putIfAbsent(tier, List.copyOf(tierLimits)) != null) {
                throw new IllegalArgumentException(
                        "rule '" + name + "' has two tiers named '" + tier + "'; allowed: each name once");
            }
            return this;
        }

        /** Says which tier a request has; by role unless called. */
        public Builder tierResolver(TierResolver resolver) {
            tierResolver = resolver;
            return this;
        }

        /**
         * Takes so many permits per request; 1 unless called.
         *
         * @throws IllegalArgumentException if the cost is negative
         */
        public Builder cost(long permits) {
            if (permits < 0) {
                throw new IllegalArgumentException(
                        "rule '" + name + "' has cost " + permits + "; allowed: 0 (look only) and more");
            }
            return cost(RequestCost.of(permits));
        }

        /** Takes as many permits as the request costs. */
        public Builder cost(RequestCost requestCost) {
            cost = requestCost;
            return this;
        }

        /**
         * Charges up front and returns the charge unless the response has a status that counts; every response counts
         * unless called. For instance {@code status -> status == 401} for a login that may succeed any number of times.
         */
        public Builder count(IntPredicate statuses) {
            counted = statuses;
            return this;
        }

        /** Only watches: decides, counts apart and reports, and never refuses. Enforces unless called. */
        public Builder shadow() {
            shadow = true;
            return this;
        }

        /** What happens when no decision can be had; the gate's policy unless called. */
        public Builder onFailure(FailurePolicy policy) {
            onFailure = policy;
            return this;
        }

        /**
         * The rule.
         *
         * @throws IllegalArgumentException if it has no limit, or two of one name
         */
        public Rule build() {
            return new Rule(this);
        }
    }
}
