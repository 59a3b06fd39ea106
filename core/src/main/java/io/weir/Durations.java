package io.weir;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Durations as people write them in a configuration: {@code 100ms}, {@code 15m}, {@code 366d}. */
public final class Durations {

    private static final Pattern FORM = Pattern.compile("([0-9]{1,12})\\s*(us|ms|s|m|h|d)");

    private Durations() {}

    /**
     * Reads a whole number and a unit: {@code us}, {@code ms}, {@code s}, {@code m}, {@code h} or {@code d}.
     *
     * @throws IllegalArgumentException if the text is anything else
     */
    public static Duration parse(String text) {
        Matcher matcher = FORM.matcher(text.strip());
        if (!matcher.matches()) {
            throw new IllegalArgumentException("duration '" + text.strip()
                    + "' is not a whole number and a unit; allowed: us, ms, s, m, h, d, for instance 15m");
        }
        return unit(matcher.group(2)).multipliedBy(Long.parseLong(matcher.group(1)));
    }

    private static Duration unit(String symbol) {
        return switch (symbol) {
            case "us" -> Duration.ofNanos(1000);
            case "ms" -> Duration.ofMillis(1);
            case "s" -> Duration.ofSeconds(1);
            case "m" -> Duration.ofMinutes(1);
            case "h" -> Duration.ofHours(1);
            default -> Duration.ofDays(1);
        };
    }

    /** Writes a duration with the largest unit that loses nothing: 90 s is {@code 90s}, 60 s is {@code 1m}. */
    public static String format(Duration duration) {
        long nanos = duration.getNano();
        long seconds = duration.getSeconds();
        if (nanos % 1000 != 0) {
            return duration.toString();
        }
        if (nanos % 1_000_000 != 0) {
            return seconds * 1_000_000 + nanos / 1000 + "us";
        }
        if (nanos != 0) {
            return seconds * 1000 + nanos / 1_000_000 + "ms";
        }
        if (seconds != 0 && seconds % 86_400 == 0) {
            return seconds / 86_400 + "d";
        }
        if (seconds != 0 && seconds % 3600 == 0) {
            return seconds / 3600 + "h";
        }
        if (seconds != 0 && seconds % 60 == 0) {
            return seconds / 60 + "m";
        }
        return seconds + "s";
    }
}
