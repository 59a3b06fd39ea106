package io.weir.benchmarks.compare;

import java.util.List;
import java.util.Map;
import java.util.Objects;

/** The table of a load: medians of the rounds. */
final class FiguresTable {

    private FiguresTable() {}

    static Table of(List<Map<String, Figures>> rounds) {
        Table table = new Table(
                "",
                "decisions/s",
                "Weir / it",
                "admitted %",
                "p50 ms",
                "p99 ms",
                "Redis µs",
                "bytes allocated",
                "errors");
        for (String entrant : rounds.get(0).keySet()) {
            Figures figures = Figures.median(rounds.stream()
                    .map(round -> Objects.requireNonNull(round.get(entrant)))
                    .toList());
            double ratio = Figures.median(
                    rounds,
                    round -> Objects.requireNonNull(round.get(Entrants.WEIR)).decisionsPerSecond()
                            / Objects.requireNonNull(round.get(entrant)).decisionsPerSecond());
            table.row(
                    entrant,
                    Table.whole(figures.decisionsPerSecond()),
                    Table.ratio(ratio),
                    Table.decimals(100 * figures.admitted(), 1),
                    Table.decimals(figures.p50() / 1e6, 3),
                    Table.decimals(figures.p99() / 1e6, 3),
                    Table.decimals(figures.redisMicros(), 1),
                    Table.whole(figures.allocated()),
                    Table.whole(figures.errors()));
        }
        return table;
    }
}
