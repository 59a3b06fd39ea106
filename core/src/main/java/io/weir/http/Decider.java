package io.weir.http;

import io.weir.Charge;
import io.weir.Decision;
import io.weir.RateLimiter;
import io.weir.RateLimiterException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/** Asks the limiter about rules, and tells the listener and the log what came of it. */
final class Decider {

    private final RateLimiter limiter;
    private final GateListener listener;
    private final FailureLog failures = new FailureLog();

    Decider(RateLimiter limiter, GateListener listener) {
        this.limiter = limiter;
        this.listener = listener;
    }

    /** The decision on all rules together; null if none could be had. */
    @Nullable
    Decision decide(GatePolicy policy, List<DueRule> due) {
        List<Charge> charges = new ArrayList<>(due.size());
        due.forEach(rule -> charges.addAll(rule.charges()));
        try {
            Decision decision = limiter.acquire(charges);
            decided(due, decision);
            return decision;
        } catch (RateLimiterException e) {
            undecided(policy, due, e);
            return null;
        }
    }

    /** The decision on one rule for which nobody waits; fails if none can be had. */
    CompletableFuture<Decision> decideLater(GatePolicy policy, DueRule rule) {
        return limiter.acquireAsync(rule.charges()).whenComplete((decision, error) -> {
            if (error == null) {
                decided(List.of(rule), decision);
                return;
            }
            undecided(policy, List.of(rule), known(error));
        });
    }

    private static RateLimiterException known(Throwable error) {
        Throwable cause = error instanceof CompletionException ? error.getCause() : error;
        return cause instanceof RateLimiterException known ? known : new RateLimiterException("no decision", error);
    }

    private void decided(List<DueRule> due, Decision decision) {
        failures.decided();
        due.forEach(rule -> listener.decided(rule.rule(), rule.allowedBy(decision), decision));
    }

    private void undecided(GatePolicy policy, List<DueRule> due, RateLimiterException cause) {
        failures.failed(cause);
        due.forEach(rule -> listener.undecided(rule.rule(), policy.onFailure(rule.rule()), cause));
    }
}
