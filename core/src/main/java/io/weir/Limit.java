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
        check("limit '" + (name.isEmpty() ? permits + "/" + Durations.format(window) : name) + "'", permits, window);
    }

    /** A sliding window that has no name yet. */
    public static Limit of(long permits, Duration window) {
        return new Limit("", permits, window, Algorithm.slidingWindowLog());
    }

    /**
     * Reads {@code permits/window}, for instance {@code 100/1m}.
     *
     * @throws IllegalArgumentException if the text is not of that form or a value is not allowed
     * @see Durations#parse
     */
    public static Limit parse(String text) {
        int slash = text.indexOf('/');
        String permits = slash < 0 ? "" : text.substring(0, slash).strip();
        if (slash < 0 || !permits.matches("-?[0-9]{1,18}")) {
            throw new IllegalArgumentException(
                    "limit '" + text + "' is not of the form permits/window; allowed: for instance 100/1m");
        }
        Duration window;
        try {
            window = Durations.parse(text.substring(slash + 1));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("limit '" + text + "': " + e.getMessage(), e);
        }
        check("limit '" + text + "'", Long.parseLong(permits), window);
        return of(Long.parseLong(permits), window);
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

    private static void check(String limit, long permits, Duration window) {
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
