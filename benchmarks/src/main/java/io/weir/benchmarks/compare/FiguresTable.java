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
                "p50 µs",
                "p99 µs",
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
                    micros(figures.p50()),
                    micros(figures.p99()),
                    Table.decimals(figures.redisMicros(), 1),
                    Table.whole(figures.allocated()),
                    Table.whole(figures.errors()));
        }
        return table;
    }

    private static String micros(double nanos) {
        double micros = nanos / 1000;
        return micros < 10 ? Table.decimals(micros, 1) : Table.whole(micros);
    }
}
