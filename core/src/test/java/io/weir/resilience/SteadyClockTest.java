package io.weir.resilience;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class SteadyClockTest {

    private long nanos = Long.MAX_VALUE - 1;

    @Test
    void timePasses_alsoWhereTheCounterOverflows() {
        SteadyClock clock = new SteadyClock(() -> nanos);
        Instant before = clock.instant();
        nanos += 1_500_000_000;
        assertThat(Duration.between(before, clock.instant())).isEqualTo(Duration.ofMillis(1500));
    }
}
