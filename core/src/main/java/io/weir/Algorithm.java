package io.weir;

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
}
