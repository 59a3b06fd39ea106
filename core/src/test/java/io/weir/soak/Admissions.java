package io.weir.soak;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** The admitted requests of one client, each decided at some instant between being asked and being answered. */
final class Admissions {

    private record Admitted(long asked, long answered) {}

    /** A window, and how many it had. */
    record Busiest(int admitted, long from) {}

    private final List<Admitted> all = new ArrayList<>();

    void add(long asked, long answered) {
        all.add(new Admitted(asked, answered));
    }

    /**
     * The most that were certainly all decided within less than a window, counted one by one.
     *
     * @param faults windows in which one lost something are left out
     */
    Busiest mostWithin(Duration window, List<Fault> faults) {
        all.sort(Comparator.comparingLong(Admitted::asked));
        Busiest most = new Busiest(0, 0);
        for (int first = 0; first < all.size(); first++) {
            long from = all.get(first).asked;
            long to = from + window.toNanos();
            if (faults.stream().noneMatch(fault -> fault.loses() && fault.touches(from, to))) {
                int within = 0;
                for (int i = first; i < all.size() && all.get(i).asked < to; i++) {
                    within += all.get(i).answered < to ? 1 : 0;
                }
                most = within > most.admitted ? new Busiest(within, from) : most;
            }
        }
        return most;
    }
}
