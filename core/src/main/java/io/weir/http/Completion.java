package io.weir.http;

import io.weir.Decision;
import io.weir.RateLimiter;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** What waits for the end of a request: rules that get their charges back unless they count its status. */
final class Completion {

    private record Waiting(DueRule rule, CompletableFuture<Decision> decision) {}

    private final RateLimiter limiter;
    private final List<Waiting> waiting = new ArrayList<>(1);
    private @Nullable Decision taken;

    Completion(RateLimiter limiter) {
        this.limiter = limiter;
    }

    /** Waits for a rule, if it ever returns anything. */
    void add(DueRule rule, CompletableFuture<Decision> decision) {
        if (rule.rule().mayRefund()) {
            waiting.add(new Waiting(rule, decision));
        }
    }

    /** Notes the decision on the rules that are enforced. */
    void took(Decision decision) {
        taken = decision;
    }

    /** Returns what the enforced rules took, because another rule refused the request after all. */
    synchronized void takeBack() {
        waiting.clear();
        if (taken != null) {
            var unused = limiter.refund(taken);
        }
    }

    boolean isEmpty() {
        return waiting.isEmpty();
    }

    /** Returns charges, once, and waits for nothing. */
    synchronized void complete(int status) {
        for (Waiting one : waiting) {
            if (!one.rule.rule().counts(status)) {
                var unused = one.decision.thenCompose(
                        decision -> limiter.refund(decision.only(one.rule.charges()::contains)));
            }
        }
        waiting.clear();
    }
}
