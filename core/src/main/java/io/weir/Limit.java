package io.weir;

import java.time.Duration;
import java.util.regex.Pattern;

/**
 * How much is allowed: {@code permits} in any {@code window}, counted by an {@code algorithm}.
 *
 * <p>With the default algorithm the promise is exact: at every instant t the permits admitted in (t - window, t] are at
 * most {@code permits}. Zero permits block.
 *
 * @param name how the limit is called on the wire and in logs; empty until a rule names it
 * @param permits 0 to 999 999 999 999 999, the largest integer of a structured field (RFC 9651, section 3.3.1)
 * @param window 1 ms to 366 days, in whole microseconds
 * @param algorithm how it counts
 */
public record Limit(String name, long permits, Duration window, Algorithm algorithm) {

    /** The largest number of permits. */
    public static final long MAX_PERMITS = 999_999_999_999_999L;

    /** The shortest window. */
    public static final Duration MIN_WINDOW = Duration.ofMillis(1);

    /** The longest window. */
    public static final Duration MAX_WINDOW = Duration.ofDays(366);

    /** The longest name; names stand in every Redis key. */
    public static final int MAX_NAME_LENGTH = 48;

    private static final Pattern NAME = Pattern.compile("[A-Za-z][A-Za-z0-9_-]*");

    /**
     * Checks every value.
     *
     * @throws IllegalArgumentException if a value is not allowed; the message says which and what is
     */
    public Limit {
        if (!name.isEmpty()) {
            checkName(name);
        }
        String limit = "limit '" + (name.isEmpty() ? permits + "/" + Durations.format(window) : name) + "'";
        check(limit, permits, window);
        if (algorithm instanceof Algorithm.Gcra gcra
                && (double) gcra.burst() * window.toNanos() > (double) permits * MAX_WINDOW.toNanos()
                && permits > 0) {
            throw new IllegalArgumentException(limit + " has a burst of " + gcra.burst()
                    + ", which would take longer than 366d to come back; allowed: up to "
                    + (long) ((double) permits * MAX_WINDOW.toNanos() / window.toNanos()));
        }
    }

    /** A sliding window that has no name yet. */
    public static Limit of(long permits, Duration window) {
        return new Limit("", permits, window, Algorithm.slidingWindowLog());
    }

    /**
     * Reads a rate: {@code 100/1m}, {@code 100/m}, {@code 100 per minute}, {@code 5/15m}, {@code 1000/day}.
     *
     * @throws IllegalArgumentException if the text is no rate, could mean two, or a value is not allowed; the message
     *     says what was perhaps meant
     */
    public static Limit parse(String text) {
        return RateText.parse(text);
    }

    /**
     * The name, if it may stand on the wire and in a key.
     *
     * @throws IllegalArgumentException if not
     */
    public static String checkName(String name) {
        if (name.length() > MAX_NAME_LENGTH || !NAME.matcher(name).matches()) {
            throw new IllegalArgumentException("name '" + name
                    + "' is not allowed; allowed: a letter, then letters, digits, '_' and '-', at most "
                    + MAX_NAME_LENGTH + " in all");
        }
        return name;
    }

    /** The same limit under another name. */
    public Limit named(String newName) {
        return new Limit(newName, permits, window, algorithm);
    }

    /** The same limit counted by another algorithm. */
    public Limit countedBy(Algorithm newAlgorithm) {
        return new Limit(name, permits, window, newAlgorithm);
    }

    /** The window in microseconds, the unit of the scripts. */
    public long windowMicros() {
        return window.toNanos() / 1000;
    }

    /** The sentence an operator would say: {@code login: 5 per 15m}. */
    @Override
    public String toString() {
        String rate = permits + " per " + Durations.format(window);
        return name.isEmpty() ? rate : name + ": " + rate;
    }

    static void check(String limit, long permits, Duration window) {
        if (permits < 0 || permits > MAX_PERMITS) {
            throw new IllegalArgumentException(limit + " has " + permits + " permits; allowed: 0 to " + MAX_PERMITS);
        }
        if (window.compareTo(MIN_WINDOW) < 0 || window.compareTo(MAX_WINDOW) > 0) {
            throw new IllegalArgumentException(
                    limit + " has a window of " + Durations.format(window) + "; allowed: 1ms to 366d");
        }
        if (window.toNanos() % 1000 != 0) {
            throw new IllegalArgumentException(limit + " has a window with nanoseconds; allowed: whole microseconds");
        }
    }
}
