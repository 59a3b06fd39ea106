package io.weir.config;

import io.weir.Algorithm;
import io.weir.Algorithm.FixedWindow;
import io.weir.Algorithm.Gcra;
import io.weir.Algorithm.SlidingWindowBuckets;
import io.weir.Algorithm.SlidingWindowCounter;
import io.weir.CalendarBlock;
import io.weir.CalendarBlock.Unit;
import io.weir.Limit;
import io.weir.config.AmountReader.Amount;
import java.time.DateTimeException;
import java.time.ZoneId;
import org.jspecify.annotations.Nullable;

/**
 * Reads how a limit counts: {@code algorithm}, and the {@code buckets}, {@code burst} or {@code zone} that only one of them
 * has.
 */
final class AlgorithmReader {

    private static final String LOG = Algorithm.slidingWindowLog().word();
    private static final String BUCKETS = "sliding-window-buckets";
    private static final String COUNTER = "sliding-window-counter";
    private static final String FIXED = "fixed-window";
    private static final String GCRA = "gcra";
    static final Words WORDS = Words.of(LOG, BUCKETS, COUNTER, FIXED, GCRA);

    private final Section section;
    private final Problems problems;

    AlgorithmReader(Section section, Problems problems) {
        this.section = section;
        this.problems = problems;
    }

    /**
     * Null if there is none that can be used; the problems say why.
     *
     * @param amount null if it cannot be used
     */
    @Nullable
    Algorithm read(@Nullable Amount amount) {
        Tree.Text said = section.text("algorithm");
        if (said == null && section.has("algorithm")) {
            return null;
        }
        String word = said == null ? LOG : said.value();
        if (said != null && !WORDS.known().contains(word)) {
            problems.add(WORDS.refuse("algorithm", word), said.place());
            return null;
        }
        onlyWith(BUCKETS, "buckets", word);
        onlyWith(GCRA, "burst", word);
        Long buckets = section.number("buckets", 2, 240);
        Long burst = section.number("burst", 1, Limit.MAX_PERMITS);
        CalendarBlock calendar = amount == null ? null : calendar(amount, word);
        return algorithm(word, buckets, burst, calendar);
    }

    private static Algorithm algorithm(
            String word, @Nullable Long buckets, @Nullable Long burst, @Nullable CalendarBlock calendar) {
        return switch (word) {
            case BUCKETS ->
                new SlidingWindowBuckets(buckets == null ? SlidingWindowBuckets.DEFAULT_BUCKETS : buckets.intValue());
            case COUNTER -> new SlidingWindowCounter();
            case FIXED -> calendar == null ? FixedWindow.ofClock() : FixedWindow.of(calendar);
            case GCRA -> new Gcra(burst == null ? 0 : burst);
            default -> Algorithm.slidingWindowLog();
        };
    }

    private void onlyWith(String owner, String key, String word) {
        if (section.has(key) && !word.equals(owner)) {
            problems.add(
                    "'" + key + "' is set, but the algorithm is " + word + "; allowed: only with algorithm: " + owner,
                    section.place(key));
        }
    }

    private @Nullable CalendarBlock calendar(Amount amount, String word) {
        Unit unit = amount.unit();
        if (unit == null) {
            if (section.has("zone")) {
                problems.add(
                        "'zone' is set, but the window is no stretch of the calendar; allowed: only with a window of"
                                + " day, week or month",
                        section.place("zone"));
            }
            return null;
        }
        if (!word.equals(FIXED)) {
            problems.add(
                    "the window is a stretch of the calendar, but the algorithm is " + word
                            + "; allowed: algorithm: fixed-window, or a length such as 1d",
                    amount.place());
        }
        section.require("zone", "Europe/Paris, whose midnight counts");
        Tree.Text zone = section.text("zone");
        ZoneId id = zone == null ? null : zone(zone);
        return id == null ? null : new CalendarBlock(unit, id);
    }

    private @Nullable ZoneId zone(Tree.Text zone) {
        try {
            return ZoneId.of(zone.value());
        } catch (DateTimeException e) {
            String nearest = Words.nearest(zone.value(), ZoneId.getAvailableZoneIds());
            problems.add(
                    "zone '" + zone.value() + "' is unknown"
                            + (nearest.isEmpty() ? "" : " (did you mean '" + nearest + "'?)")
                            + "; allowed: a name of the IANA time zone database, for instance Europe/Paris, or UTC",
                    zone.place());
            return null;
        }
    }
}
