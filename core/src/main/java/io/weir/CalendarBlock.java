package io.weir;

import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.time.temporal.TemporalAdjusters;
import java.util.Locale;

/**
 * A stretch of the calendar in a time zone: the day, week or month that an instant falls into. Days may have 23 or 25
 * hours, months 28 to 31 days.
 *
 * @param unit day, week (from Monday, ISO 8601) or month
 * @param zone whose midnight counts
 */
public record CalendarBlock(Unit unit, ZoneId zone) {

    /** How long a block is. */
    public enum Unit {
        /** From midnight to midnight. */
        DAY(Duration.ofDays(1)),
        /** From Monday to Monday. */
        WEEK(Duration.ofDays(7)),
        /** From the first of a month to the first of the next. */
        MONTH(Duration.ofDays(31));

        private final Duration nominal;

        Unit(Duration nominal) {
            this.nominal = nominal;
        }

        /** What clients are told of its length: the longest that it ordinarily has. */
        public Duration nominal() {
            return nominal;
        }
    }

    /**
     * Where the blocks around an instant begin: the one before, the one that it falls into, the next, and the one after
     * that. Four edges make three blocks, so that whoever asks by a clock of its own may be wrong by a whole block.
     *
     * @param micros since the epoch
     * @return microseconds since the epoch, ascending
     */
    public long[] edgesAround(long micros) {
        Instant instant = Instant.EPOCH.plus(micros, ChronoUnit.MICROS);
        LocalDate current = first(LocalDate.ofInstant(instant, zone));
        LocalDate next = following(current);
        return new long[] {
            start(first(current.minusDays(1))), start(current), start(next), start(following(next)),
        };
    }

    private LocalDate first(LocalDate day) {
        return switch (unit) {
            case DAY -> day;
            case WEEK -> day.with(TemporalAdjusters.previousOrSame(DayOfWeek.MONDAY));
            case MONTH -> day.withDayOfMonth(1);
        };
    }

    private LocalDate following(LocalDate first) {
        return switch (unit) {
            case DAY -> first.plusDays(1);
            case WEEK -> first.plusWeeks(1);
            case MONTH -> first.plusMonths(1);
        };
    }

    private long start(LocalDate day) {
        return ChronoUnit.MICROS.between(Instant.EPOCH, day.atStartOfDay(zone).toInstant());
    }

    @Override
    public String toString() {
        return unit.name().toLowerCase(Locale.ROOT) + " in " + zone;
    }
}
