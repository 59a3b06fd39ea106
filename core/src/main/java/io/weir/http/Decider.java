package io.weir.http;

import io.weir.Charge;
import io.weir.Decision;
import io.weir.RateLimiter;
import io.weir.RateLimiterException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/** Asks the limiter about rules, or where it fails the one that stands in, and tells the listener and the log. */
final class Decider {

    /**
     * A decision.
     *
     * @param by who decided, and can refund it
     * @param rules what it is about
     */
    record Answer(Decision decision, RateLimiter by, List<DueRule> rules) {}

    private final RateLimiter limiter;
    private final RateLimiter refunding;
    private final @Nullable RateLimiter fallback;
    private final GateListener listener;
    private final FailureLog failures = new FailureLog(InstantSource.system());

    /**
     * @param refunding for rules whose charges may be returned
     * @param fallback decides where these two fail, if it is there
     */
    Decider(RateLimiter limiter, RateLimiter refunding, @Nullable RateLimiter fallback, GateListener listener) {
        this.limiter = limiter;
        this.refunding = refunding;
        this.fallback = fallback;
        this.listener = listener;
    }

    /**
     * The decision on all rules together. If none can be had, that of the fallback on the rules that want it, if any; but
     * none at all if a rule wants the request refused.
     */
    @Nullable
    Answer decide(GatePolicy policy, List<DueRule> due) {
        try {
            RateLimiter by = limiterOf(due);
            Answer answer = new Answer(by.acquire(charges(due)), by, due);
            decided(policy, answer);
            return answer;
        } catch (RateLimiterException e) {
            undecided(policy, due, e);
            return policy.refusesUndecided(due) ? null : decideLocally(policy, due);
        }
    }

    /** The decision on one rule for which nobody waits; fails if none can be had. */
    CompletableFuture<Answer> decideLater(GatePolicy policy, DueRule rule) {
        List<DueRule> due = List.of(rule);
        RateLimiter by = limiterOf(due);
        return by.acquireAsync(rule.charges()).handle((decision, error) -> {
            if (error == null) {
                Answer answer = new Answer(decision, by, due);
                decided(policy, answer);
                return answer;
            }
            RateLimiterException failure = known(error);
            undecided(policy, due, failure);
            Answer answer = decideLocally(policy, due);
            if (answer == null) {
                throw failure;
            }
            return answer;
        });
    }

    private RateLimiter limiterOf(List<DueRule> due) {
        for (DueRule rule : due) {
            if (rule.rule().mayRefund()) {
                return refunding;
            }
        }
        return limiter;
    }

    /** From now on failures are told to the listener only. */
    void close() {
        failures.close();
    }

    private @Nullable Answer decideLocally(GatePolicy policy, List<DueRule> due) {
        List<DueRule> local = due.stream()
                .filter(rule -> policy.onFailure(rule.rule()) == FailurePolicy.LOCAL)
                .toList();
        if (fallback == null || local.isEmpty()) {
            return null;
        }
        Answer answer = new Answer(fallback.acquire(charges(local)), fallback, local);
        tell(policy, answer, Outcome.LOCAL);
        return answer;
    }

    private static List<Charge> charges(List<DueRule> due) {
        List<Charge> charges = new ArrayList<>(due.size());
        due.forEach(rule -> charges.addAll(rule.charges()));
        return charges;
    }

    private static RateLimiterException known(Throwable error) {
        Throwable cause = error instanceof CompletionException ? error.getCause() : error;
        return cause instanceof RateLimiterException known ? known : new RateLimiterException("no decision", error);
    }

    private void decided(GatePolicy policy, Answer answer) {
        if (answer.decision().source() != Decision.Source.DENIAL_CACHE) { // which Redis may have been gone for since
            failures.decided();
        }
        tell(policy, answer, Outcome.ALLOWED);
    }

    private void tell(GatePolicy policy, Answer answer, Outcome ifAllowed) {
        Decision decision = answer.decision();
        for (DueRule rule : answer.rules()) {
            Outcome ifDenied = policy.watchesOnly(rule.rule()) ? Outcome.SHADOW_DENIED : Outcome.DENIED;
            listener.decided(rule.rule(), rule.allowedBy(decision) ? ifAllowed : ifDenied, decision);
            if (decision.allowed() && rule.isNearLimit(decision)) {
                listener.nearLimit(rule.rule());
            }
        }
    }

    private void undecided(GatePolicy policy, List<DueRule> due, RateLimiterException cause) {
        for (DueRule rule : due) {
            FailurePolicy followed = policy.followed(rule.rule(), due);
            failures.failed(cause, followed);
            listener.undecided(rule.rule(), followed, cause);
        }
    }
}
