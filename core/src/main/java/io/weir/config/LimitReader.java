package io.weir.config;

import io.weir.Algorithm;
import io.weir.Durations;
import io.weir.Limit;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads limits: {@code 5/15m}, or a map of {@code permits}, {@code window}, {@code algorithm} and {@code name}. */
final class LimitReader {

    /** A limit and where it stands. */
    record Placed(Limit limit, Place place) {}

    private static final Words KEYS = new Words(List.of("permits", "window", "algorithm", "name"), List.of("buckets"));
    private static final Words ALGORITHMS = new Words(
            List.of(Algorithm.slidingWindowLog().word()),
            List.of("sliding-window-buckets", "sliding-window-counter", "fixed-window", "gcra"));

    private final Problems problems;

    LimitReader(Problems problems) {
        this.problems = problems;
    }

    /** Those that can be used, of one limit or a list of them. */
    List<Placed> read(Tree value) {
        List<Placed> limits = new ArrayList<>();
        List<Tree> items = value instanceof Tree.Items list ? list.items() : List.of(value);
        if (items.isEmpty()) {
            problems.add("'limits' is an empty list; allowed: one limit or more, for instance 100/1m", value.place());
        }
        for (Tree item : items) {
            Limit limit = limit(item);
            if (limit != null) {
                limits.add(new Placed(limit, item.place()));
            }
        }
        return limits;
    }

    private @Nullable Limit limit(Tree item) {
        if (item instanceof Tree.Text text) {
            return problems.check(text.place(), () -> Limit.parse(text.value()));
        }
        if (item instanceof Tree.Entries map) {
            return limit(new Section(map, problems));
        }
        if (!(item instanceof Tree.Unusable)) {
            problems.add("a limit is " + item.form() + "; allowed: a text such as 100/1m, or a map", item.place());
        }
        return null;
    }

    private @Nullable Limit limit(Section section) {
        section.allow(KEYS);
        section.require("permits", "100");
        section.require("window", "1m");
        Long permits = section.number("permits", "0 to " + Limit.MAX_PERMITS);
        Tree.Text window = section.text("window");
        Tree.Text algorithm = section.text("algorithm");
        Tree.Text name = section.text("name");

        Duration duration =
                window == null ? null : problems.check(window.place(), () -> Durations.parse(window.value()));
        String checkedName = name == null ? "" : problems.check(name.place(), () -> Limit.checkName(name.value()));
        if (algorithm != null && !ALGORITHMS.known().contains(algorithm.value())) {
            problems.add(ALGORITHMS.refuse("algorithm", algorithm.value()), algorithm.place());
        }
        if (permits == null || duration == null || checkedName == null) {
            return null;
        }
        boolean wrongPermits = permits < 0 || permits > Limit.MAX_PERMITS;
        return problems.check(
                section.place(wrongPermits ? "permits" : "window"),
                () -> new Limit(checkedName, permits, duration, Algorithm.slidingWindowLog()));
    }
}
