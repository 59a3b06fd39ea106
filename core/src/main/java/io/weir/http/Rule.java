package io.weir.http;

import io.weir.Charge;
import io.weir.Durations;
import io.weir.Limit;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Which requests are limited, whose budget they draw on, what they cost, how much is allowed, and what happens when no
 * decision can be had.
 */
public final class Rule {

    private static final Pattern METHOD = Pattern.compile("[A-Z][A-Z0-9_-]{0,31}");

    private final String name;
    private final @Nullable List<PathPattern> paths;
    private final Set<String> methods;
    private final ClientKey key;
    private final List<Limit> limits;
    private final long cost;
    private final @Nullable FailurePolicy onFailure;
    private final List<String> keyEndings;

    private Rule(Builder builder) {
        name = builder.name;
        paths = builder.paths;
        methods = Set.copyOf(builder.methods);
        key = builder.key;
        limits = named(builder.name, builder.limits);
        cost = builder.cost;
        onFailure = builder.onFailure;
        keyEndings = limits.stream()
                .map(limit -> ":" + name + ":" + limit.name() + ":"
                        + limit.algorithm().code())
                .toList();
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

    /** The limits, each with its name on the wire. */
    public List<Limit> limits() {
        return limits;
    }

    /**
     * Adds what a request of the given client wants of every limit. Its keys share the client as their hash tag, so that
     * a Redis cluster keeps them in one slot and decides them in one call.
     *
     * @param keyBeginning what all keys of the gate begin with
     */
    void charge(String keyBeginning, HttpCall call, List<Charge> charges) {
        String client = keyBeginning + "{" + CombinedKeys.orAddress(key, call) + "}";
        for (int i = 0; i < keyEndings.size(); i++) {
            charges.add(new Charge(limits.get(i), client + keyEndings.get(i), cost));
        }
    }

    /** What this rule wants when no decision can be had. */
    FailurePolicy onFailure(FailurePolicy otherwise) {
        return onFailure == null ? otherwise : onFailure;
    }

    /** Whether the rule covers a request by its method and path. HEAD is what GET is (RFC 9110, section 9.3.2). */
    boolean covers(String method, RoutedPath path) {
        return coversPath(path) && coversMethod(method);
    }

    /** Whether the rule covers a method wherever it is sent. */
    boolean coversMethod(String method) {
        return methods.isEmpty()
                || methods.contains(method.equals("HEAD") && !methods.contains("HEAD") ? "GET" : method);
    }

    private boolean coversPath(RoutedPath path) {
        if (paths == null) {
            return true;
        }
        for (PathPattern pattern : paths) {
            if (pattern.matches(path)) {
                return true;
            }
        }
        return false;
    }

    /** The sentence an operator would say. */
    @Override
    public String toString() {
        String where = paths == null ? "every path" : paths.isEmpty() ? "where annotated" : paths.toString();
        String how = methods.isEmpty() ? "" : methods + " ";
        return name + ": " + how + where + " by " + key + ", " + limits;
    }

    /** A limit that has no name is called like the rule; of several, {@code <rule>-<window>} (http.md, section 1). */
    private static List<Limit> named(String rule, List<Limit> limits) {
        if (limits.isEmpty()) {
            throw new IllegalArgumentException("rule '" + rule + "' has no limit; allowed: one or more");
        }
        List<Limit> named = new ArrayList<>();
        Set<String> names = new HashSet<>();
        for (Limit limit : limits) {
            String name = limit.name();
            if (name.isEmpty()) {
                name = limits.size() == 1 ? rule : rule + "-" + Durations.format(limit.window());
            }
            if (!names.add(name.toLowerCase(Locale.ROOT))) {
                throw new IllegalArgumentException("rule '" + rule + "' has two limits named '" + name
                        + "'; allowed: names that differ in more than case");
            }
            named.add(limit.named(name));
        }
        return List.copyOf(named);
    }

    /** Collects what a rule says; what is not said has the default that each method names. */
    public static final class Builder {

        private final String name;
        private @Nullable List<PathPattern> paths;
        private final Set<String> methods = new HashSet<>();
        private ClientKey key = WordKey.USER.or(WordKey.IP);
        private final List<Limit> limits = new ArrayList<>();
        private long cost = 1;
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
         * Takes so many permits per request; 1 unless called.
         *
         * @throws IllegalArgumentException if the cost is negative
         */
        public Builder cost(long permits) {
            if (permits < 0) {
                throw new IllegalArgumentException(
                        "rule '" + name + "' has cost " + permits + "; allowed: 0 (look only) and more");
            }
            cost = permits;
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
