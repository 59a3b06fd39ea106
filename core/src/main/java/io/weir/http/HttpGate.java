package io.weir.http;

import io.weir.Charge;
import io.weir.Decision;
import io.weir.Limit;
import io.weir.Quota;
import io.weir.RateLimiter;
import io.weir.http.Decider.Answer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Decides HTTP requests: matching rules, keys, charges, limiter, verdict.
 *
 * <p>For each call:
 *
 * <ol>
 *   <li>An excluded path and a CORS preflight pass untouched; they cost nothing, not even a call to Redis.
 *   <li>The rules that cover the request and were not yet decided for it are collected.
 *   <li>Each names its client and what it charges. Its address is that behind trusted proxies.
 *   <li>The limiter decides all charges together.
 *   <li>The decision becomes fields, and a refusal if it is one. If there is no decision, the rules' failure policies
 *       say what happens: one that denies is enough. A request that is refused in a later call gets back what an earlier
 *       call charged it.
 *   <li>For a request that passes, rules in shadow are decided each by itself, and told to the listener only.
 *   <li>When the response is over, rules that do not count it get their charges back.
 * </ol>
 *
 * <p>Safe for use by many threads.
 */
public final class HttpGate implements AutoCloseable {

    /** Begins every key: raised when what stands under a key changes its form, so that old data is never read. */
    private static final int LAYOUT = 2;

    private static final Logger log = LoggerFactory.getLogger(HttpGate.class);

    private final RateLimiter limiter;
    private final @Nullable RateLimiter fallback;
    private final Decider decider;
    private final GateListener listener;
    private final GateCounters counters = new GateCounters();
    private final Runnable onClose;
    private final List<Consumer<Rule>> inspectors = new CopyOnWriteArrayList<>();
    private volatile GatePolicy policy;

    private HttpGate(
            RateLimiter limiter,
            @Nullable RateLimiter refunding,
            @Nullable RateLimiter fallback,
            GateListener listener,
            Runnable onClose,
            GatePolicy policy) {
        this.limiter = limiter;
        this.fallback = fallback;
        this.listener = counters.listener().and(listener);
        this.decider = new Decider(limiter, refunding == null ? limiter : refunding, fallback, this.listener);
        this.onClose = onClose;
        this.policy = policy;
        policy.rules().forEach(counters::of);
        policy.warnings().forEach(log::warn);
    }

    /** Begins a gate. */
    public static Builder builder() {
        return new Builder();
    }

    /** Decides every rule that covers the call and was not decided for it before. */
    public Verdict decide(HttpCall call) {
        return decide(call, List.of(), Known.USER);
    }

    /**
     * As {@link #decide(HttpCall)}, and the given rules too, wherever the call goes.
     *
     * @param named rules that cover the call because code or an annotation says so; their methods are still honoured
     */
    public Verdict decide(HttpCall call, Collection<Rule> named) {
        return decide(call, named, Known.USER);
    }

    /**
     * As {@link #decide(HttpCall, Collection)}, but leaves rules whose client is not known before authentication to a
     * later call.
     */
    public Verdict decideBeforeAuthentication(HttpCall call, Collection<Rule> named) {
        return decide(call, named, Known.ROUTE);
    }

    /**
     * As {@link #decide(HttpCall)}, but leaves rules whose client is not known before the request is routed, or before
     * authentication, to a later call.
     */
    public Verdict decideBeforeMatching(HttpCall call) {
        return decide(call, List.of(), Known.NOTHING);
    }

    /** What keeps the counts of this gate apart from those of others. */
    public String application() {
        return policy.application();
    }

    /** The limiter that decides; the gate's to close. */
    public RateLimiter limiter() {
        return limiter;
    }

    /** The limiter that decides where the other one fails, if there is one; the gate's to close. */
    public Optional<RateLimiter> fallback() {
        return Optional.ofNullable(fallback);
    }

    /** What was decided so far. */
    public GateCounters counters() {
        return counters;
    }

    /** The rules, in the order in which they were added. */
    public List<Rule> rules() {
        return policy.rules();
    }

    /** The rule of that name. */
    public Optional<Rule> rule(String name) {
        return policy.rule(name);
    }

    /**
     * Goes by the rules and settings of a builder from the next call on. What was counted stays counted where rule and
     * limit keep their names; limiter, listener and what to close stay as they are.
     *
     * @throws IllegalArgumentException if two rules or limits have one name, or an inspector refuses a rule; then nothing
     *     changes
     */
    public void reload(Builder builder) {
        GatePolicy next = builder.policy(fallback);
        next.rules().forEach(rule -> inspectors.forEach(inspector -> inspector.accept(rule)));
        policy = next;
        next.rules().forEach(counters::of);
        next.warnings().forEach(log::warn);
    }

    /**
     * Shows every rule to an inspector, those of today at once and others when they are reloaded. What it throws then
     * refuses all that was to be reloaded.
     *
     * @throws IllegalArgumentException if the inspector refuses a rule of today; then it is not asked again
     */
    public void inspect(Consumer<Rule> inspector) {
        policy.rules().forEach(inspector);
        inspectors.add(inspector);
    }

    /**
     * Closes whatever was to be closed with the gate, and then the limiter and its fallback. Calls that still come follow the
     * failure policy, and are not logged: the log's own classes may be gone.
     */
    @Override
    public void close() {
        decider.close();
        try {
            onClose.run();
        } finally {
            limiter.close();
            if (fallback != null) {
                fallback.close();
            }
        }
    }

    private Verdict decide(HttpCall call, Collection<Rule> named, Known known) {
        GatePolicy now = policy;

        // 1. Excluded paths and preflights.
        RoutedPath path = call.path();
        if (now.excludes(path) || isPreflight(call)) {
            return Verdict.Pass.SILENT;
        }

        // 2. Rules.
        Decided decided = Decided.of(call);
        List<Rule> due = due(now, call, path, named, known, decided);
        if (due.isEmpty()) {
            return Verdict.Pass.SILENT;
        }

        Verdict verdict = decide(now, call, due, decided);
        if (verdict instanceof Verdict.Reject) {
            decided.takeBack();
        }
        return verdict;
    }

    private Verdict decide(GatePolicy now, HttpCall call, List<Rule> due, Decided decided) {
        // 3. Keys and charges.
        GateCall asked = new GateCall(call, now.addresses(), listener);
        List<DueRule> enforced = new ArrayList<>(due.size());
        List<DueRule> watched = new ArrayList<>();
        for (Rule rule : due) {
            List<Charge> charges = new ArrayList<>(2);
            boolean watch = now.watchesOnly(rule);
            try {
                rule.charge(now.keyBeginning(), watch, asked, charges);
            } catch (InvalidCostException e) {
                if (watch) { // there is nothing to count, and it never refuses
                    continue;
                }
                return Refusal.badRequest(e);
            }
            now.users().heed(rule, asked);
            (watch ? watched : enforced).add(new DueRule(rule, charges));
        }

        // 4. and 5. Decision and verdict.
        List<Field> fields = new ArrayList<>(5);
        Completion completion = new Completion();
        if (!enforced.isEmpty()) {
            Answer answer = decider.decide(now, enforced);
            if (answer != null) {
                Decision decision = answer.decision();
                addFields(now, decision, decided.with(decision), fields);
                if (!decision.allowed()) {
                    return Refusal.tooManyRequests(decision, fields);
                }
                completion.took(answer);
                decided.took(completion);
            } else if (now.refusesUndecided(enforced)) {
                return Refusal.unavailable(now.exposed());
            }
        }

        // 6. Shadow.
        if (!watched.isEmpty()) {
            watch(now, watched, fields, completion);
        }
        return fields.isEmpty() && completion.isEmpty() ? Verdict.Pass.SILENT : new Verdict.Pass(fields, completion);
    }

    private static List<Rule> due(
            GatePolicy now, HttpCall call, RoutedPath path, Collection<Rule> named, Known known, Decided decided) {
        boolean userKnown = known == Known.USER || call.principal() != null;
        boolean routeKnown = known != Known.NOTHING;
        List<Rule> due = new ArrayList<>();
        for (Rule rule : now.rules()) {
            boolean ready = (userKnown || !rule.needsUser()) && (routeKnown || !rule.needsRoute());
            if (ready && rule.covers(call.method(), path) && decided.claim(rule)) {
                due.add(rule);
            }
        }
        for (Rule rule : named) {
            if ((userKnown || !rule.needsUser()) && rule.coversMethod(call.method()) && decided.claim(rule)) {
                due.add(rule);
            }
        }
        return due;
    }

    /** Each rule by itself: what one would have denied is not charged, and says nothing of another. */
    private void watch(GatePolicy now, List<DueRule> watched, List<Field> fields, Completion completion) {
        if (!now.families().contains(FieldFamily.SHADOW)) {
            watched.forEach(rule -> completion.add(rule, decider.decideLater(now, rule)));
            return;
        }
        List<Quota> quotas = new ArrayList<>();
        for (DueRule rule : watched) {
            Answer answer = decider.decide(now, List.of(rule));
            if (answer != null) {
                quotas.addAll(answer.decision().quotas());
                completion.add(rule, CompletableFuture.completedFuture(answer));
            }
        }
        if (!quotas.isEmpty()) {
            fields.add(RateLimitFields.shadow(quotas));
        }
    }

    private static void addFields(GatePolicy now, Decision decision, List<Decision> all, List<Field> fields) {
        if (now.families().contains(FieldFamily.RATELIMIT)) {
            fields.add(RateLimitFields.policy(decision.quotas()));
            fields.add(RateLimitFields.rateLimit(decision));
        }
        if (now.families().contains(FieldFamily.X_RATELIMIT)) {
            fields.addAll(RateLimitFields.xRateLimit(all));
        }
        now.exposed().ifPresent(fields::add);
    }

    /** How much is known of a request. */
    private enum Known {
        NOTHING,
        ROUTE,
        USER
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
        private final Set<FieldFamily> families = EnumSet.of(FieldFamily.RATELIMIT, FieldFamily.X_RATELIMIT);
        private boolean exposesFields;
        private @Nullable FailurePolicy onFailure;
        private final List<CidrBlock> trustedProxies = new ArrayList<>();
        private String forwardedHeader = ClientAddress.X_FORWARDED_FOR;
        private int ipv6Prefix = ClientAddress.DEFAULT_IPV6_PREFIX;
        private boolean shadow;
        private GateListener listener = GateListener.none();
        private Runnable onClose = () -> {};
        private @Nullable RateLimiter limiter;
        private @Nullable RateLimiter refunding;
        private @Nullable RateLimiter fallback;

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
         * Lets these paths pass whatever the rules say; none unless called. To the letter, so that no spelling of another
         * path is taken for one of them: {@code /health} is not {@code /health/}, and {@code /health/**} is both.
         *
         * @throws IllegalArgumentException if a pattern cannot be understood
         */
        public Builder exclude(String... patterns) {
            for (String pattern : patterns) {
                exclude.add(PathPattern.parse(pattern));
            }
            return this;
        }

        /**
         * Writes these fields and no others, Retry-After excepted; {@link FieldFamily#RATELIMIT} and
         * {@link FieldFamily#X_RATELIMIT} unless called.
         */
        public Builder fields(Collection<FieldFamily> wanted) {
            families.clear();
            families.addAll(wanted);
            return this;
        }

        /**
         * Lets scripts of other origins read the fields, with {@code Access-Control-Expose-Headers}; not unless called. A
         * script can read none but a few of a response from another origin otherwise (the Fetch standard, section 3.3.4).
         */
        public Builder exposeFields() {
            exposesFields = true;
            return this;
        }

        /**
         * What happens when no decision can be had and the rule does not say; unless called, {@link FailurePolicy#LOCAL} if
         * there is a fallback, and {@link FailurePolicy#ALLOW} if there is none.
         */
        public Builder onFailure(FailurePolicy policy) {
            onFailure = policy;
            return this;
        }

        /**
         * Believes these proxies what they say of where a request comes from; nobody unless called. Whoever can send
         * requests from such an address can be any client: name your proxies, not your network.
         *
         * @param ranges addresses or CIDR blocks, for instance {@code 10.0.0.0/8}; never names
         * @throws IllegalArgumentException if one is no range
         */
        public Builder trustedProxies(String... ranges) {
            for (String range : ranges) {
                trustedProxies.add(CidrBlock.parse(range));
            }
            return this;
        }

        /**
         * Reads the addresses that trusted proxies wrote from this header, and from no other; {@code X-Forwarded-For}
         * unless called.
         *
         * @throws IllegalArgumentException if it is neither {@code X-Forwarded-For} nor {@code Forwarded}
         */
        public Builder forwardedHeader(String name) {
            forwardedHeader = ClientAddress.checkHeader(name);
            return this;
        }

        /**
         * Takes IPv6 clients for one if so many bits of their addresses are equal; 56 unless called. With more, one
         * household can be many clients; with less, many households are one.
         *
         * @throws IllegalArgumentException if it is not from 16 to 128
         */
        public Builder ipv6Prefix(int bits) {
            if (bits < 16 || bits > 128) {
                throw new IllegalArgumentException("ipv6-prefix is " + bits + "; allowed: 16 to 128");
            }
            ipv6Prefix = bits;
            return this;
        }

        /** Puts every rule in shadow: decided, counted apart and reported, never refused. */
        public Builder shadow() {
            shadow = true;
            return this;
        }

        /** Hears every decision; nobody unless called. */
        public Builder listener(GateListener gateListener) {
            listener = gateListener;
            return this;
        }

        /** Does this when the gate is closed, before its limiter is; nothing unless called. */
        public Builder onClose(Runnable action) {
            onClose = action;
            return this;
        }

        /** Decides with this limiter; needed. The gate closes it when it is closed. */
        public Builder limiter(RateLimiter rateLimiter) {
            limiter = rateLimiter;
            return this;
        }

        /**
         * Decides rules that may return their charges with this limiter, for instance because the other one remembers whom it
         * denied; with the same one unless called. It is not closed.
         *
         * @see Rule.Builder#count
         */
        public Builder limiterOfRefunds(RateLimiter rateLimiter) {
            refunding = rateLimiter;
            return this;
        }

        /**
         * Decides with this limiter where the other one fails and the policy is {@link FailurePolicy#LOCAL}; none unless
         * called. It must never fail, as one that counts in this JVM does not. The gate closes it when it is closed.
         */
        public Builder fallback(RateLimiter rateLimiter) {
            fallback = rateLimiter;
            return this;
        }

        /**
         * The gate.
         *
         * @throws IllegalArgumentException if there is no limiter, a policy is {@link FailurePolicy#LOCAL} without a
         *     fallback, or two rules or limits have one name
         */
        public HttpGate build() {
            if (limiter == null) {
                throw new IllegalArgumentException("the gate has no limiter; allowed: for instance LocalRateLimiter");
            }
            return new HttpGate(limiter, refunding, fallback, listener, onClose, policy(fallback));
        }

        private ClientAddress addresses() {
            return new ClientAddress(trustedProxies, forwardedHeader, ipv6Prefix);
        }

        private GatePolicy policy(@Nullable RateLimiter standingIn) {
            FailurePolicy otherwise = standingIn == null ? FailurePolicy.ALLOW : FailurePolicy.LOCAL;
            GatePolicy policy = new GatePolicy(
                    application,
                    "weir:" + application + ":" + LAYOUT + ":",
                    rules,
                    exclude,
                    families,
                    exposesFields ? Optional.of(RateLimitFields.exposed(families)) : Optional.empty(),
                    onFailure == null ? otherwise : onFailure,
                    addresses(),
                    shadow,
                    new MissingUsers());
            if (standingIn == null) {
                policy.requireNoFallback();
            }
            return policy;
        }
    }
}
