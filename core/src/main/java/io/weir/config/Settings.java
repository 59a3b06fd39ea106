package io.weir.config;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The settings of a container, such as init-params: text by name, with or without {@code weir.} before the names. */
final class Settings {

    static final String CONFIG = "config";
    static final String LIMIT = "limit";
    static final String REDIS = "redis";

    private static final String PREFIX = "weir.";
    private static final String KEY = "key";
    private static final String RULE = "default";
    private static final String ALGORITHM = "algorithm";
    private static final String RELOAD = "reload";

    /** What is said of the rule that a limit makes. */
    private static final List<String> OF_LIMIT = List.of(ALGORITHM, KEY, "cost", "count");

    static final Words NAMES = Words.of(
            CONFIG,
            REDIS,
            LIMIT,
            ALGORITHM,
            KEY,
            "cost",
            "count",
            "deadline",
            "mode",
            "on-failure",
            "local-keys",
            "trusted-proxies",
            "forwarded-header",
            "ipv6-prefix",
            "headers",
            "expose-headers",
            "application",
            "exclude",
            RELOAD,
            MetricsReader.KEY);

    private final Map<String, Tree> values = new LinkedHashMap<>();
    private final Map<String, Place> places = new LinkedHashMap<>();
    private final Problems problems;

    private Settings(Problems problems) {
        this.problems = problems;
    }

    static Settings read(Map<String, String> given, Variables variables, Problems problems) {
        Settings settings = new Settings(problems);
        given.forEach((name, value) -> settings.add(name, value, variables));
        settings.checkTogether();
        return settings;
    }

    private void add(String givenName, String value, Variables variables) {
        Place place = Place.setting(givenName);
        String name = givenName.startsWith(PREFIX) ? givenName.substring(PREFIX.length()) : givenName;
        if (!NAMES.known().contains(name)) {
            problems.add(NAMES.refuse(name), place);
            return;
        }
        Place first = places.putIfAbsent(name, place);
        if (first != null) {
            problems.add("'" + name + "' is set again, first by " + first + "; allowed: once", place);
            return;
        }
        String filled = problems.check(place, () -> variables.fill(value).strip());
        values.put(name, filled == null ? new Tree.Unusable(place) : tree(name, filled, place));
    }

    private Tree tree(String name, String value, Place place) {
        return switch (name) {
            case LIMIT, KEY, "count", "trusted-proxies", "headers", "exclude", MetricsReader.KEY -> {
                List<Tree> items = new ArrayList<>();
                for (String item : value.isEmpty() ? new String[0] : value.split(",", -1)) {
                    items.add(new Tree.Text(item.strip(), place));
                }
                yield new Tree.Items(List.copyOf(items), place);
            }
            default -> {
                if (value.isEmpty()) {
                    problems.add("'" + name + "' is empty; allowed: a value, or leave it out", place);
                    yield new Tree.Unusable(place);
                }
                yield new Tree.Text(value, place);
            }
        };
    }

    private void checkTogether() {
        if (has(CONFIG) && has(LIMIT)) {
            problems.add("'limit' and 'config' are both set; allowed: one of them", place(LIMIT));
        } else if (has(RELOAD) && has(LIMIT)) {
            problems.add("'reload' is set with 'limit'; allowed: only for a file, which may change", place(RELOAD));
        }
        for (String name : OF_LIMIT) {
            if (has(name) && !has(LIMIT)) {
                problems.add(
                        "'" + name + "' is set without 'limit'; allowed: both, or the " + name + " of each rule in a"
                                + " file",
                        place(name));
            }
        }
    }

    boolean has(String name) {
        return places.containsKey(name);
    }

    Place place(String name) {
        return places.getOrDefault(name, Place.setting(name));
    }

    /** A setting's value; null if it is absent or cannot be used. */
    @Nullable
    String text(String name) {
        return values.get(name) instanceof Tree.Text text ? text.value() : null;
    }

    /** What the settings say, in the form of a file: one rule for every path if they give a limit. */
    List<Tree.Entry> entries() {
        List<Tree.Entry> entries = new ArrayList<>();
        values.forEach((name, value) -> {
            if (name.equals(LIMIT)) {
                entries.add(new Tree.Entry("rules", value.place(), rules(value)));
            } else if (!name.equals(CONFIG) && !OF_LIMIT.contains(name)) {
                entries.add(new Tree.Entry(name, value.place(), value));
            }
        });
        return entries;
    }

    private Tree rules(Tree limits) {
        Place place = limits.place();
        List<Tree.Entry> rule = new ArrayList<>();
        rule.add(new Tree.Entry("name", place, new Tree.Text(RULE, place)));
        rule.add(new Tree.Entry("limits", place, counted(limits)));
        for (String name : OF_LIMIT) {
            Tree value = values.get(name);
            if (value != null && !name.equals(ALGORITHM)) {
                rule.add(new Tree.Entry(name, value.place(), value));
            }
        }
        return new Tree.Items(List.of(new Tree.Entries(rule, place)), place);
    }

    /** Each limit with the algorithm, if one is set. */
    private Tree counted(Tree limits) {
        Tree algorithm = values.get(ALGORITHM);
        if (algorithm == null || !(limits instanceof Tree.Items list)) {
            return limits;
        }
        Place place = limits.place();
        List<Tree> counted = new ArrayList<>();
        for (Tree limit : list.items()) {
            Tree.Entry rate = new Tree.Entry("rate", place, limit);
            counted.add(
                    new Tree.Entries(List.of(rate, new Tree.Entry(ALGORITHM, algorithm.place(), algorithm)), place));
        }
        return new Tree.Items(List.copyOf(counted), place);
    }
}
