package io.weir.benchmarks.compare;

import java.io.IOException;
import java.util.List;

/** Every subject runs for a while before the first round, until the JVM has compiled it. */
final class WarmUp {

    private WarmUp() {}

    static void run(Setting setting, Budget budget) throws InterruptedException, IOException {
        List<Entrant> entrants = setting.entrants();
        Slice slice = new Slice(setting.admin());
        int left = entrants.size();
        for (Entrant entrant : entrants) {
            Figures ignored = slice.run(Loads.MAIN, entrant, budget.left().dividedBy(left--));
        }
    }
}
