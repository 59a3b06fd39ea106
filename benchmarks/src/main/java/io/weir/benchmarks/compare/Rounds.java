package io.weir.benchmarks.compare;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * All entrants of a load in turn, round after round, so that whatever else the machine does meets all of them. The order is
 * a Williams square: over as many rounds as there are entrants each follows every other once (E. J. Williams, "Experimental
 * designs balanced for the estimation of residual effects of treatments", 1949; for an even number of them).
 */
final class Rounds {

    /** A slice is shrunk as time runs out, to no less than this. */
    private static final Duration SHORTEST = Duration.ofMillis(40);

    private final Slice slice;
    private final Duration longest;

    /** @param longest what no slice takes more than, however much time there is */
    Rounds(Slice slice, Duration longest) {
        this.slice = slice;
        this.longest = longest;
    }

    /**
     * The figures of each round, by name in the order of the entrants.
     *
     * @param rounds the most; fewer are run where the shortest slices would take longer than the budget, but one
     */
    List<Map<String, Figures>> run(Load load, List<Entrant> entrants, int rounds, Budget budget)
            throws InterruptedException, IOException {
        List<Map<String, Figures>> results = new ArrayList<>();
        int left = rounds * entrants.size();
        Duration overhead = Duration.ZERO; // of a slice: what is no asking
        for (int round = 0; round < rounds; round++) {
            Duration shortest = SHORTEST.plus(overhead).multipliedBy(entrants.size());
            if (round > 0 && budget.left().compareTo(shortest) < 0) {
                break;
            }
            Figures[] figures = new Figures[entrants.size()];
            for (int place = 0; place < figures.length; place++) {
                int number = order(round, place, figures.length);
                Duration time = bounded(budget.left().dividedBy(left--).minus(overhead));
                long began = System.nanoTime();
                figures[number] = slice.run(load, entrants.get(number), time);
                Duration spent = Duration.ofNanos(System.nanoTime() - began).minus(time);
                overhead = overhead.plus(spent).dividedBy(2);
            }
            results.add(named(entrants, figures));
        }
        return results;
    }

    private static Map<String, Figures> named(List<Entrant> entrants, Figures[] figures) {
        Map<String, Figures> named = new LinkedHashMap<>();
        for (int i = 0; i < figures.length; i++) {
            named.put(entrants.get(i).name(), figures[i]);
        }
        return named;
    }

    private Duration bounded(Duration time) {
        if (time.compareTo(SHORTEST) < 0) {
            return SHORTEST;
        }
        return time.compareTo(longest) > 0 ? longest : time;
    }

    /** Who comes at a place of a round: 0, n - 1, 1, n - 2 and so on, each one further in every round. */
    static int order(int round, int place, int entrants) {
        int first = place % 2 == 0 ? place / 2 : entrants - (place + 1) / 2;
        return (first + round) % entrants;
    }
}
