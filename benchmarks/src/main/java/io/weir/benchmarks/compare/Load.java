package io.weir.benchmarks.compare;

import io.weir.Limit;
import java.time.Duration;
import java.util.Locale;
import java.util.function.IntSupplier;

/**
 * What is asked of every subject.
 *
 * @param name as it stands in ratio lines
 * @param threads that ask, each as soon as it has its answer
 * @param clients that have room, asked for at random
 * @param permits of each client, per {@link #WINDOW}
 * @param hotPercent how many of a hundred requests come from one more client that is over its limit
 * @param roundTrip what the network adds to a round trip
 * @param filled how much of every client's permits is taken before, 0 to 1
 */
record Load(String name, int threads, int clients, long permits, int hotPercent, Duration roundTrip, double filled) {

    static final Duration WINDOW = Duration.ofSeconds(60);

    static Load of(String name, int threads, int clients, long permits) {
        return new Load(name, threads, clients, permits, 0, Duration.ZERO, 0);
    }

    Load withHot(int percent) {
        return new Load(name, threads, clients, permits, percent, roundTrip, filled);
    }

    Load over(Duration newRoundTrip) {
        return new Load(name, threads, clients, permits, hotPercent, newRoundTrip, filled);
    }

    Load filledTo(double share) {
        return new Load(name, threads, clients, permits, hotPercent, roundTrip, share);
    }

    Limit limit() {
        return Limit.of(permits, WINDOW);
    }

    /** The client that is over its limit. */
    int hotClient() {
        return clients;
    }

    /** The clients that one thread asks for: the same ones for every subject. */
    IntSupplier requests(int thread) {
        return new IntSupplier() {
            private long state = 0x9E3779B97F4A7C15L * (thread + 1);

            @Override
            public int getAsInt() {
                state ^= state << 13; // xorshift64, George Marsaglia, 2003
                state ^= state >>> 7;
                state ^= state << 17;
                if (hotPercent > 0 && Long.remainderUnsigned(state >>> 32, 100) < hotPercent) {
                    return hotClient();
                }
                return (int) Long.remainderUnsigned(state & 0xFFFF_FFFFL, clients);
            }
        };
    }

    @Override
    public String toString() {
        String who = hotPercent == 100
                ? "one client over its limit"
                : String.format(Locale.ROOT, "%d client%s", clients, clients == 1 ? "" : "s");
        String mix = hotPercent > 0 && hotPercent < 100 ? ", " + hotPercent + " % from one more over its limit" : "";
        String network = roundTrip.isZero() ? "" : ", round trip + " + roundTrip.toNanos() / 1e6 + " ms";
        return threads + (threads == 1 ? " thread, " : " threads, ") + who + mix + ", " + permits + " per "
                + WINDOW.toSeconds() + " s" + network;
    }
}
