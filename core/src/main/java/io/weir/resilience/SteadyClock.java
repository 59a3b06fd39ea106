package io.weir.resilience;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.function.LongSupplier;

/**
 * Tells how much time has passed, and not what time it is: a clock of the machine that is set back by an hour would keep a
 * breaker open for an hour.
 */
final class SteadyClock extends Clock {

    private final LongSupplier nanos;
    private final long start;

    SteadyClock(LongSupplier nanos) {
        this.nanos = nanos;
        start = nanos.getAsLong();
    }

    @Override
    public Instant instant() {
        return Instant.EPOCH.plusNanos(nanos.getAsLong() - start);
    }

    @Override
    public ZoneId getZone() {
        return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
        return this;
    }
}
