package io.weir.benchmarks.compare;

import java.io.IOException;
import java.util.List;

/** Every subject admits and denies for a while before the first round, until the JVM has compiled it. */
final class WarmUp {

    private static final List<Load> LOADS = List.of(Loads.MAIN, Loads.DENIED);

    private WarmUp() {}

    static void run(Setting setting, Budget budget) throws InterruptedException, IOException {
        List<Entrant> entrants = setting.entrants();
        Slice slice = new Slice(setting.admin());
        int left = LOADS.size() * entrants.size();
        for (Load load : LOADS) {
            for (Entrant entrant : entrants) {
                Figures ignored = slice.run(load, entrant, budget.left().dividedBy(left--));
            }
        }
    }
}
