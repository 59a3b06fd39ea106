package io.weir;

import java.util.Optional;

/**
 * How a {@link Limit} counts: a Lua script that runs in Redis and a pure Java twin that runs in this JVM, held equal by
 * tests.
 *
 * <p>Each record carries the settings that only its algorithm has.
 */
public sealed interface Algorithm {

    /** The default: {@link SlidingWindowLog}. */
    static Algorithm slidingWindowLog() {
        return SlidingWindowLog.INSTANCE;
    }

    /** The word that users write for it, for instance {@code sliding-window-log}. Never changes. */
    String word();

    /** The short form of {@link #word()} in a Redis key, where every byte is paid once per client. Never changes. */
    String code();

    /**
     * The exact sliding window: remembers the microsecond of every admitted permit and counts those younger than the
     * window. Costs memory in proportion to the permits.
     */
    record SlidingWindowLog() implements Algorithm {

        private static final SlidingWindowLog INSTANCE = new SlidingWindowLog();

        @Override
        public String word() {
            return "sliding-window-log";
        }

        @Override
        public String code() {
            return "log";
        }

        @Override
        public String toString() {
            return word();
        }
    }

    /**
     * A sliding window that moves in steps of {@code window / buckets}: one counter per step, whatever the limit. Never
     * admits more than the limit in any window; the oldest step counts in full until it is wholly outside, so that a
     * permit frees at most one step late.
     *
     * @param buckets 2 to 240
     */
    record SlidingWindowBuckets(int buckets) implements Algorithm {

        /** How many buckets unless said otherwise. */
        public static final int DEFAULT_BUCKETS = 60;

        /**
         * Checks the number.
         *
         * @throws IllegalArgumentException if it is not allowed
         */
        public SlidingWindowBuckets {
            if (buckets < 2 || buckets > 240) {
                throw new IllegalArgumentException("buckets is " + buckets + "; allowed: 2 to 240");
            }
        }

        @Override
        public String word() {
            return "sliding-window-buckets";
        }

        @Override
        public String code() {
            return "buckets";
        }

        @Override
        public String toString() {
            return word() + " (" + buckets + ")";
        }
    }

    /**
     * Two counters, of the current and the previous window; the previous one weighs as much as it overlaps the sliding
     * window, as if its traffic had been even. Approximate: where it was not, up to twice the limit passes in a window,
     * or requests are refused that an exact window would admit.
     */
    record SlidingWindowCounter() implements Algorithm {

        @Override
        public String word() {
            return "sliding-window-counter";
        }

        @Override
        public String code() {
            return "counter";
        }

        @Override
        public String toString() {
            return word();
        }
    }

    /**
     * One counter per block of time. Exact within the block; across the edge of two blocks twice the limit passes. For
     * calendar quotas, such as 1000 a day, where the edge is what people expect.
     *
     * @param calendar where blocks begin and end; without one they are as long as the limit's window, and the first of
     *     them began at the epoch
     */
    record FixedWindow(Optional<CalendarBlock> calendar) implements Algorithm {

        /** Blocks of the limit's window. */
        public static FixedWindow ofClock() {
            return new FixedWindow(Optional.empty());
        }

        /** Blocks of a calendar: the limit's window is only what clients are told. */
        public static FixedWindow of(CalendarBlock calendar) {
            return new FixedWindow(Optional.of(calendar));
        }

        @Override
        public String word() {
            return "fixed-window";
        }

        @Override
        public String code() {
            return "fixed";
        }

        @Override
        public String toString() {
            return calendar.map(block -> word() + " by " + block).orElse(word());
        }
    }

    /**
     * The generic cell rate algorithm: permits come back one by one, evenly spaced at {@code window / permits}, and at
     * most {@code burst} of them wait to be taken. What users of a token bucket expect. In any time x it admits at most
     * {@code burst + x * permits / window}.
     *
     * @param burst permits that may be taken at once, 1 and more; 0 for as many as the limit has
     * @see <a href="https://www.itu.int/rec/T-REC-I.371">ITU-T I.371, annex A</a>
     */
    record Gcra(long burst) implements Algorithm {

        /**
         * Checks the burst.
         *
         * @throws IllegalArgumentException if it is not allowed
         */
        public Gcra {
            if (burst < 0 || burst > Limit.MAX_PERMITS) {
                throw new IllegalArgumentException("burst is " + burst + "; allowed: 1 to " + Limit.MAX_PERMITS);
            }
        }

        @Override
        public String word() {
            return "gcra";
        }

        @Override
        public String code() {
            return "gcra";
        }

        @Override
        public String toString() {
            return burst == 0 ? word() : word() + " with a burst of " + burst;
        }
    }
}
