package io.weir.benchmarks.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

class HistogramTest {

    @Test
    void percentilesAreWithinThreePercent_whateverTheirSize() {
        for (long unit = 1; unit < 1_000_000_000_000L; unit *= 10) {
            Histogram histogram = new Histogram();
            for (long i = 1; i <= 1000; i++) {
                histogram.add(i * unit);
            }
            assertThat(histogram.percentile(0.5)).isCloseTo(500.0 * unit, Percentage.withPercentage(3));
            assertThat(histogram.percentile(0.99)).isCloseTo(990.0 * unit, Percentage.withPercentage(3));
        }
    }

    @Test
    void extremesHaveTheirPlace() {
        Histogram histogram = new Histogram();
        histogram.add(0);
        histogram.add(Long.MAX_VALUE);

        assertThat(histogram.percentile(0.5)).isEqualTo(0, within(0.1));
        assertThat(histogram.total()).isEqualTo(2);
    }
}
