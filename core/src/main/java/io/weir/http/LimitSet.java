package io.weir.http;

import io.weir.Charge;
import io.weir.Durations;
import io.weir.Limit;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Limits that are charged together, each with its name on the wire and the end of its keys. */
final class LimitSet {

    private final List<Limit> limits;
    private final List<String> keyEndings;

    private LimitSet(List<Limit> limits, List<String> keyEndings) {
        this.limits = limits;
        this.keyEndings = keyEndings;
    }

    /**
     * A limit that has no name is called like the rule; of several, {@code <rule>-<window>} (http.md, section 1).
     *
     * @throws IllegalArgumentException if there is no limit, or two of one name
     */
    static LimitSet of(String rule, List<Limit> limits) {
        if (limits.isEmpty()) {
            throw new IllegalArgumentException("rule '" + rule + "' has no limit; allowed: one or more");
        }
        List<Limit> named = new ArrayList<>();
        List<String> endings = new ArrayList<>();
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
            endings.add(":" + rule + ":" + name + ":" + limit.algorithm().code());
        }
        return new LimitSet(List.copyOf(named), List.copyOf(endings));
    }

    List<Limit> limits() {
        return limits;
    }

    /** @param client what all keys of the client begin with */
    void charge(String client, long cost, List<Charge> charges) {
        for (int i = 0; i < limits.size(); i++) {
            charges.add(new Charge(limits.get(i), client + keyEndings.get(i), cost));
        }
    }

    @Override
    public String toString() {
        return limits.toString();
    }
}
