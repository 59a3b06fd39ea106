package io.weir.benchmarks.compare;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * What grows, and the loads along it.
 *
 * @param name as the heading of a column
 * @param rest what stays the same
 */
record Axis(String name, String rest, List<Point> points) {

    /** A value on the axis. */
    record Point(String label, Load load) {}

    private static final int MAIN_THREADS = 64;

    /** All permits of all clients where the limit grows: what is in Redis stays the same. */
    private static final int PERMITS = 200_000;

    /** Nobody reaches it in a slice. */
    private static final int ROOM = 1_000_000;

    static List<Axis> all(boolean quick) {
        return List.of(threads(), limits(quick ? 0.05 : 0.5), clients(), roundTrips());
    }

    private static Axis threads() {
        List<Point> points = new ArrayList<>();
        for (int threads : new int[] {1, 4, 16, 64, 200}) {
            points.add(new Point(Integer.toString(threads), Load.of("threads", threads, 10_000, 100)));
        }
        return new Axis("threads", "10 000 clients, 100 per 60 s", points);
    }

    private static Axis limits(double filled) {
        List<Point> points = new ArrayList<>();
        for (int permits : new int[] {10, 100, 1000, 10_000, 100_000}) {
            Load load =
                    Load.of("limit", MAIN_THREADS, PERMITS / permits, permits).filledTo(filled);
            points.add(new Point(Table.whole(permits), load));
        }
        return new Axis(
                "permits per 60 s",
                "64 threads, 200 000 in all, " + Math.round(100 * filled) + " % taken before",
                points);
    }

    private static Axis clients() {
        List<Point> points = new ArrayList<>();
        for (int clients : new int[] {1, 100, 10_000, 1_000_000}) {
            points.add(new Point(Table.whole(clients), Load.of("clients", MAIN_THREADS, clients, ROOM)));
        }
        return new Axis("clients", "64 threads, 1 000 000 per 60 s", points);
    }

    private static Axis roundTrips() {
        List<Point> points = new ArrayList<>();
        for (int micros : new int[] {0, 500, 2000}) {
            Load load = Load.of("round-trip", 200, 10_000, 100).over(Duration.ofNanos(micros * 1000L));
            points.add(new Point(micros % 1000 == 0 ? Integer.toString(micros / 1000) : "0.5", load));
        }
        return new Axis("round trip + ms", "200 threads, 10 000 clients, 100 per 60 s", points);
    }
}
