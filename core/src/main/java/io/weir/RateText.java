package io.weir;

import java.time.Duration;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Rates as people write them: {@code 100/1m}, {@code 100/m}, {@code 100 per minute}, {@code 5/15m}, {@code 1000/day}.
 *
 * <p>What could mean two things is refused, with what was perhaps meant.
 */
final class RateText {

    private static final Pattern FORM = Pattern.compile("(\\S+?)\\s*(?:/|\\bper\\b)\\s*([0-9]*)\\s*([A-Za-z]*)");
    private static final Pattern WHOLE = Pattern.compile("-?[0-9]{1,18}");
    private static final String FORMS = "allowed: for instance 100/1m, 5/15m, 100 per minute, 1000/day";

    private RateText() {}

    /** @throws IllegalArgumentException if the text is no rate, or could mean two */
    static Limit parse(String text) {
        Matcher matcher = FORM.matcher(text.strip());
        if (!matcher.matches()) {
            throw refused(text, "is no rate; " + FORMS);
        }
        String permits = matcher.group(1);
        if (!WHOLE.matcher(permits).matches()) {
            throw refused(text, "has '" + permits + "' permits; allowed: a whole number" + suggestion(permits));
        }
        Duration window = window(text, matcher.group(2), matcher.group(3));
        Limit.check("limit '" + text + "'", Long.parseLong(permits), window);
        return Limit.of(Long.parseLong(permits), window);
    }

    private static Duration window(String text, String count, String unit) {
        if (unit.isEmpty()) {
            throw refused(text, "has a window without a unit; perhaps " + count + "s or " + count + "m");
        }
        if (unit.equals("M")) {
            throw refused(text, "has the unit 'M'; perhaps m for minutes; a month is no length, see calendar windows");
        }
        Duration one = unit(text, unit);
        if (count.length() > 12) {
            throw refused(text, "has a window of " + count + " " + unit + "; allowed: 1ms to 366d");
        }
        return one.multipliedBy(count.isEmpty() ? 1 : Long.parseLong(count));
    }

    private static Duration unit(String text, String unit) {
        return switch (unit) {
            case "us" -> Duration.ofNanos(1000);
            case "ms" -> Duration.ofMillis(1);
            case "s", "sec", "second", "seconds" -> Duration.ofSeconds(1);
            case "m", "min", "minute", "minutes" -> Duration.ofMinutes(1);
            case "h", "hour", "hours" -> Duration.ofHours(1);
            case "d", "day", "days" -> Duration.ofDays(1);
            case "w", "week", "weeks" -> Duration.ofDays(7);
            case "mo", "month", "months" ->
                throw refused(
                        text,
                        "has a window of a month, which is no length; perhaps 30d, or a calendar month: { permits: "
                                + text.strip().split("\\D", 2)[0]
                                + ", window: month, algorithm: fixed-window, zone: Europe/Paris }");
            default -> {
                String lower = unit.toLowerCase(Locale.ROOT);
                String perhaps = lower.equals(unit) ? "" : "; perhaps " + lower;
                throw refused(text, "has the unit '" + unit + "'; allowed: us, ms, s, m, h, d, w" + perhaps);
            }
        };
    }

    /** For {@code 10k}, {@code 10,000}, {@code 10_000} and {@code 10.000}. */
    private static String suggestion(String permits) {
        if (permits.matches("[0-9]{1,15}[kK]")) {
            return "; perhaps " + permits.substring(0, permits.length() - 1) + "000";
        }
        if (permits.matches("[0-9]{1,3}([,._'][0-9]{3})+")) {
            return "; perhaps " + permits.replaceAll("\\D", "");
        }
        return "";
    }

    private static IllegalArgumentException refused(String text, String why) {
        return new IllegalArgumentException("limit '" + text.strip() + "' " + why);
    }
}
