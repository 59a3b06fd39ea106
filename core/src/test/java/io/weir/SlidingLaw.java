package io.weir;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;

/** The law, checked by brute force: no window (t - W, t] holds more than the limit. */
public final class SlidingLaw {

    private SlidingLaw() {}

    /**
     * Fails if any window holds more than the limit.
     *
     * @param admitted the instant of every admitted permit, in microseconds, in any order
     */
    public static void check(List<Long> admitted, long limit, long windowMicros) {
        List<Long> sorted = admitted.stream().sorted().toList();
        int first = 0;
        for (int last = 0; last < sorted.size(); last++) {
            while (sorted.get(first) <= sorted.get(last) - windowMicros) {
                first++;
            }
            assertThat(last - first + 1)
                    .as("permits in the window that ends at %d", sorted.get(last))
                    .isLessThanOrEqualTo((int) limit);
        }
    }
}
