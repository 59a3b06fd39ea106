package io.weir.config;

import io.weir.CalendarBlock.Unit;
import io.weir.Durations;
import io.weir.Limit;
import java.time.Duration;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads how much a limit allows: {@code permits} and {@code window}, or a {@code rate} that says both. */
final class AmountReader {

    /**
     * Permits per window.
     *
     * @param unit of the calendar; null if the window is a length of time
     * @param place of the window
     */
    record Amount(long permits, Duration window, @Nullable Unit unit, Place place) {}

    private static final Map<String, Unit> UNITS = Map.of("day", Unit.DAY, "week", Unit.WEEK, "month", Unit.MONTH);

    /** Beside a zone it means the calendar; without one it is for {@link Limit#parse}, for which a day is 24 hours. */
    private static final Pattern CALENDAR_RATE =
            Pattern.compile("([0-9]{1,15})\\s*(?:/|\\bper\\b)\\s*(day|week|month)");

    private final Section section;
    private final Problems problems;

    AmountReader(Section section, Problems problems) {
        this.section = section;
        this.problems = problems;
    }

    /** Null if there is none that can be used; the problems say why. */
    @Nullable
    Amount read() {
        return section.has("rate") ? rate() : permitsAndWindow();
    }

    private @Nullable Amount permitsAndWindow() {
        section.require("permits", "100");
        section.require("window", "1m");
        Long permits = section.number("permits", 0, Limit.MAX_PERMITS);
        Tree.Text window = section.text("window");
        if (window == null) {
            return null;
        }
        Unit unit = UNITS.get(window.value());
        Duration duration =
                unit != null ? unit.nominal() : problems.check(window.place(), () -> Durations.parse(window.value()));
        return permits == null || duration == null ? null : new Amount(permits, duration, unit, window.place());
    }

    private @Nullable Amount rate() {
        for (String other : new String[] {"permits", "window"}) {
            if (section.has(other)) {
                problems.add(
                        "'" + other + "' is set beside 'rate'; allowed: a rate, or permits and window",
                        section.place(other));
            }
        }
        Tree.Text rate = section.text("rate");
        if (rate == null) {
            return null;
        }
        Matcher calendar = CALENDAR_RATE.matcher(rate.value().strip());
        Unit unit = section.has("zone") && calendar.matches() ? UNITS.get(calendar.group(2)) : null;
        if (unit != null) {
            return new Amount(Long.parseLong(calendar.group(1)), unit.nominal(), unit, rate.place());
        }
        Limit limit = problems.check(rate.place(), () -> Limit.parse(rate.value()));
        return limit == null ? null : new Amount(limit.permits(), limit.window(), null, rate.place());
    }
}
