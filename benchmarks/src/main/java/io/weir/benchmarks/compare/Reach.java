package io.weir.benchmarks.compare;

import java.util.List;
import java.util.OptionalDouble;

/**
 * What Weir reaches for: a ratio of a load, at least or at most so much.
 *
 * @param words what it means
 */
record Reach(String load, String peer, boolean atLeast, double wanted, String words) {

    /** Not a ratio: commands that Redis executed in a slice. */
    static final String COMMANDS = "commands";

    static final List<Reach> ALL = List.of(
            atLeast(2.5, "admitted-64", Entrants.EVALSHA, "decisions per second, 64 threads"),
            atLeast(5, "admitted-64", Entrants.BUCKET4J_REDISSON, "decisions per second, 64 threads"),
            atLeast(2.3, "admitted-64", Entrants.BUCKET4J_LETTUCE, "decisions per second, 64 threads"),
            atLeast(2.5, "admitted-64", Entrants.RRATELIMITER, "decisions per second, 64 threads"),
            atLeast(1.1, "admitted-64", Entrants.LETTUCE_PIPELINED, "decisions per second, 64 threads"),
            atMost(1.1, "p50-1", Entrants.EVALSHA, "median latency, one thread"),
            atLeast(3, "rtt2ms-200", Entrants.EVALSHA, "decisions per second, round trip + 2 ms, 200 threads"),
            atLeast(30, "denied-64", "best-peer", "decisions per second, one client over its limit"),
            atMost(0, "denied-64", COMMANDS, "commands in Redis, one client over its limit"),
            atMost(1.1, "redis-cpu", Entrants.EVALSHA, "CPU of Redis per decision"),
            atMost(0.4, "bytes-100", Entrants.EVALSHA, "bytes of a client, 100 of 100 taken"),
            atMost(0.1, "bytes-10000", Entrants.EVALSHA, "bytes of a client, 10 000 of 10 000 taken"),
            atMost(0.002, "buckets-10000", Entrants.EVALSHA, "bytes of a client, 10 000 in 60 buckets"),
            atLeast(0.93, "http-denied", Http.WITHOUT, "requests per second, denied from memory"),
            atLeast(0.93, "http-local", Http.WITHOUT, "requests per second, decided in this JVM"));

    private static Reach atLeast(double wanted, String load, String peer, String words) {
        return new Reach(load, peer, true, wanted, words);
    }

    private static Reach atMost(double wanted, String load, String peer, String words) {
        return new Reach(load, peer, false, wanted, words);
    }

    /** Tells what was reached of all, as far as its loads ran. */
    static void tell(Ratios ratios, OptionalDouble commands, Report report) {
        Table table = new Table("load", "against", "what", "reached", "wanted", "");
        for (Reach reach : ALL) {
            OptionalDouble reached = reach.peer.equals(COMMANDS) ? commands : ratios.value(reach.load, reach.peer);
            reached.ifPresent(value -> {
                String said = reach.peer.equals(COMMANDS) ? Table.whole(value) : Table.ratio(value);
                String wanted = (reach.atLeast ? ">=" : "<=") + number(reach.wanted);
                String verdict = reach.isReachedBy(value) ? "ok" : "missed";
                report.line("reach " + reach.load + "/" + reach.peer + " " + said + " " + wanted + " " + verdict);
                table.row(reach.load, reach.peer, reach.words, said, wanted, verdict);
            });
        }
        report.gap();
        report.table("What Weir reaches for: its figure over the other's, median of the rounds", table);
    }

    private boolean isReachedBy(double value) {
        return atLeast ? value >= wanted : value <= wanted;
    }

    private static String number(double value) {
        return value == Math.rint(value) ? Long.toString((long) value) : Double.toString(value);
    }
}
