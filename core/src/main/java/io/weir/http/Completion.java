package io.weir.http;

import io.weir.http.Decider.Answer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** What waits for the end of a request: rules that get their charges back unless they count its status. */
final class Completion {

    private record Waiting(DueRule rule, CompletableFuture<Answer> answer) {}

    private final List<Waiting> waiting = new ArrayList<>(0);
    private @Nullable Answer taken;

    /** Waits for a rule, if it ever returns anything. */
    void add(DueRule rule, CompletableFuture<Answer> answer) {
        if (rule.rule().mayRefund()) {
            waiting.add(new Waiting(rule, answer));
        }
    }

    /** Notes the decision on the rules that are enforced. */
    void took(Answer answer) {
        taken = answer;
        for (DueRule rule : answer.rules()) {
            if (rule.rule().mayRefund()) {
                waiting.add(new Waiting(rule, CompletableFuture.completedFuture(answer)));
            }
        }
    }

    /** Returns what the enforced rules took, because another rule refused the request after all. */
    synchronized void takeBack() {
        waiting.clear();
        if (taken != null) {
            var unused = taken.by().refund(taken.decision());
        }
    }

    boolean isEmpty() {
        return waiting.isEmpty();
    }

    /** Returns charges, once, and waits for nothing. */
    synchronized void complete(int status) {
        for (Waiting one : waiting) {
            if (!one.rule.rule().counts(status)) {
                var unused = one.answer.thenCompose(
                        answer -> answer.by().refund(answer.decision().only(one.rule.charges()::contains)));
            }
        }
        waiting.clear();
    }
}
