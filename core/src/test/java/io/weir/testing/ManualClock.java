package io.weir.testing;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;

/** A clock that moves when a test says so. */
public final class ManualClock implements InstantSource {

    private volatile Instant now;

    /** Stands at the given instant. */
    public ManualClock(Instant start) {
        now = start;
    }

    /** Stands at an instant with microseconds, as real ones have. */
    public static ManualClock create() {
        return new ManualClock(Instant.parse("2019-08-05T09:27:00.300123Z"));
    }

    /** Moves on; or back, with a negative duration. */
    public void advance(Duration duration) {
        now = now.plus(duration);
    }

    /** Moves on by microseconds; or back. */
    public void advanceMicros(long micros) {
        now = now.plus(micros, ChronoUnit.MICROS);
    }

    /** Microseconds since the epoch. */
    public long micros() {
        return ChronoUnit.MICROS.between(Instant.EPOCH, now);
    }

    @Override
    public Instant instant() {
        return now;
    }
}
