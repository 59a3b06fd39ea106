package io.weir.config;

import io.weir.http.ClientKey;
import io.weir.http.FailurePolicy;
import io.weir.http.RequestCost;
import io.weir.http.Rule;
import java.util.List;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/** Reads rules, and sees that no two share a name. */
final class RuleReader {

    static final Words KEYS =
            Words.of("name", "paths", "methods", "key", "limits", "tiers", "cost", "count", "mode", "on-failure");

    private final Problems all;
    private final Names ruleNames = new Names("rule");
    private final AllowanceReader allowance = new AllowanceReader();

    RuleReader(Problems problems) {
        all = problems;
    }

    /**
     * Reads one rule.
     *
     * @param number how a rule without a name is called, from 1
     * @return null if it cannot be used; the problems say why
     */
    @Nullable
    Rule read(Tree item, int number) {
        if (!(item instanceof Tree.Entries map)) {
            if (!(item instanceof Tree.Unusable)) {
                all.add(
                        "rule " + number + " is " + item.form() + "; allowed: a map with a name and limits",
                        item.place());
            }
            return null;
        }
        Tree.Text name = new Section(map, new Problems()).text("name");
        Problems problems = all.about(name == null ? "rule " + number : "rule '" + name.value() + "'");
        Section section = new Section(map, problems);
        section.allow(KEYS);
        section.require("name", "login");
        section.text("name"); // told here, so that it is told of the rule
        Rule.Builder named = name == null ? null : problems.check(name.place(), () -> Rule.named(name.value()));
        boolean nameHolds = name != null && named != null && ruleNames.take(name.value(), name.place(), problems);
        String ruleName = name == null || named == null ? "unnamed" : name.value(); // so that the rest is checked too
        Rule.Builder rule = Rule.named(ruleName);
        paths(section, rule, problems);
        methods(section, rule, problems);
        key(section, rule, problems);
        charging(section, rule, problems);
        return allowance.read(section, rule, ruleName, nameHolds, problems);
    }

    private static void paths(Section section, Rule.Builder rule, Problems problems) {
        List<Tree.Text> paths = section.texts("paths");
        if (paths == null) {
            return;
        }
        rule.paths(); // an empty list covers no path: the rule holds where it is named
        for (Tree.Text path : paths) {
            problems.check(path.place(), () -> rule.paths(path.value()));
        }
    }

    private static void methods(Section section, Rule.Builder rule, Problems problems) {
        List<Tree.Text> methods = section.texts("methods");
        if (methods == null) {
            return;
        }
        if (methods.isEmpty()) {
            problems.add(
                    "'methods' is an empty list; allowed: names, for instance [GET, POST], or leave the key out for every"
                            + " method",
                    section.place("methods"));
        }
        for (Tree.Text method : methods) {
            problems.check(method.place(), () -> rule.methods(method.value()));
        }
    }

    private static void key(Section section, Rule.Builder rule, Problems problems) {
        List<Tree.Text> words = section.texts("key");
        if (words == null) {
            return;
        }
        if (words.isEmpty()) {
            problems.check(section.place("key"), () -> ClientKey.parse(List.of()));
        }
        ClientKey together = null;
        for (Tree.Text word : words) {
            ClientKey key = problems.check(word.place(), () -> ClientKey.parse(word.value()));
            if (key != null) {
                together = together == null ? key : together.and(key);
            }
        }
        if (together != null) {
            rule.key(together);
        }
    }

    private static void charging(Section section, Rule.Builder rule, Problems problems) {
        RequestCost cost = CostReader.read(section, problems);
        if (cost != null) {
            rule.cost(cost);
        }
        IntPredicate counted = CountReader.read(section, problems);
        if (counted != null) {
            rule.count(counted);
        }
        if (ModeReader.isShadow(section, problems)) {
            rule.shadow();
        }
        FailurePolicy onFailure = FailureReader.read(section, problems);
        if (onFailure != null) {
            rule.onFailure(onFailure);
        }
    }
}
