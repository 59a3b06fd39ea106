package io.weir.http;

import io.weir.Decision;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * What has been decided for one request so far. It travels with the request, so that a rule is charged once however
 * often the container dispatches it and however many adapters see it.
 */
final class Decided {

    private static final String ATTRIBUTE = "io.weir.http.Decided";

    private final Set<String> rules = new HashSet<>();
    private final List<Decision> decisions = new ArrayList<>();
    private final List<Completion> taken = new ArrayList<>();

    static Decided of(HttpCall call) {
        if (call.attribute(ATTRIBUTE) instanceof Decided decided) {
            return decided;
        }
        Decided decided = new Decided();
        call.attribute(ATTRIBUTE, decided);
        return decided;
    }

    /** Whether the rule was not yet decided for this request; from now on it is. */
    boolean claim(Rule rule) {
        return rules.add(rule.name());
    }

    /** Notes what the request was charged. */
    void took(Completion completion) {
        taken.add(completion);
    }

    /** Returns all that the request was charged so far: it is refused, and a denied request records nothing. */
    void takeBack() {
        taken.forEach(Completion::takeBack);
        taken.clear();
    }

    /** Adds a decision and returns all of them. */
    List<Decision> with(Decision decision) {
        decisions.add(decision);
        return decisions;
    }
}
