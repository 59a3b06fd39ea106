package io.weir.config;

import io.weir.Limit;
import io.weir.config.LimitReader.Placed;
import io.weir.http.Rule;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads what rules allow: {@code limits}, and others of {@code tiers}; and sees that no limits of two rules share a name.
 * Tiers of one rule may share names: a client whose tier changes keeps what it has used.
 */
final class AllowanceReader {

    static final Words TIER_KEYS = Words.of("role", "limits");

    /** A limit under its name on the wire, and whether that name is made of the rule's. */
    private record Named(Limit limit, Place place, boolean byRule) {}

    private final Names limitNames = new Names("limit");

    /**
     * Finishes a rule with what its section allows.
     *
     * @param ruleName the rule's name
     * @param nameHolds false if that name is refused already: then those made of it are not refused again
     * @return null if the rule cannot be used; the problems say why
     */
    @Nullable
    Rule read(Section section, Rule.Builder rule, String ruleName, boolean nameHolds, Problems problems) {
        List<Named> own = limits(section, ruleName, problems);
        own.forEach(limit -> rule.limit(limit.limit()));
        List<Named> all = new ArrayList<>(own);
        for (Section tier : section.sections("tiers", "a role and limits")) {
            all.addAll(tier(tier, rule, ruleName, problems));
        }
        Set<String> taken = new HashSet<>();
        for (Named named : all) {
            String name = named.limit().name();
            if (taken.add(name.toLowerCase(Locale.ROOT)) && (nameHolds || !named.byRule())) {
                limitNames.take(name, named.place(), problems);
            }
        }
        return own.isEmpty() ? null : rule.build();
    }

    private static List<Named> tier(Section section, Rule.Builder rule, String ruleName, Problems problems) {
        section.allow(TIER_KEYS);
        section.require("role", "gold");
        Tree.Text role = section.text("role");
        List<Named> limits = limits(section, ruleName, problems);
        if (role != null && role.value().isBlank()) {
            problems.add("'role' is empty; allowed: the name of a role, for instance gold", role.place());
        } else if (role != null && !limits.isEmpty()) {
            problems.check(
                    role.place(),
                    () -> rule.tier(
                            role.value(), limits.stream().map(Named::limit).toList()));
        }
        return limits;
    }

    private static List<Named> limits(Section section, String ruleName, Problems problems) {
        section.require("limits", "100/1m");
        Tree value = section.value("limits");
        List<Placed> limits = value == null ? List.of() : new LimitReader(problems).read(value);
        // Built anew with each limit: the one that takes a name twice is the one that fails.
        Rule.Builder names = Rule.named(ruleName);
        Rule last = null;
        for (Placed placed : limits) {
            last = problems.check(
                    placed.place(), () -> names.limit(placed.limit()).build());
            if (last == null) {
                return List.of();
            }
        }
        List<Named> named = new ArrayList<>();
        for (int i = 0; last != null && i < limits.size(); i++) {
            Placed placed = limits.get(i);
            named.add(new Named(
                    last.limits().get(i), placed.place(), placed.limit().name().isEmpty()));
        }
        return named;
    }
}
