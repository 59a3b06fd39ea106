package io.weir.config;

import io.weir.Algorithm;
import io.weir.Limit;
import io.weir.config.AmountReader.Amount;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads limits: {@code 5/15m}, or a map. */
final class LimitReader {

    /** A limit and where it stands. */
    record Placed(Limit limit, Place place) {}

    static final Words KEYS = Words.of("permits", "window", "rate", "algorithm", "buckets", "burst", "zone", "name");

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
        Amount amount = new AmountReader(section, problems).read();
        Algorithm algorithm = new AlgorithmReader(section, problems).read(amount);
        Tree.Text name = section.text("name");
        String checkedName = name == null ? "" : problems.check(name.place(), () -> Limit.checkName(name.value()));
        if (amount == null || algorithm == null || checkedName == null) {
            return null;
        }
        return problems.check(
                amount.place(), () -> new Limit(checkedName, amount.permits(), amount.window(), algorithm));
    }
}
