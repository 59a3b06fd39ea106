package io.weir;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** What each algorithm promises of everything it admitted, checked by brute force. */
public final class Law {

    private Law() {}

    /**
     * Fails if the permits that were admitted break the law of the limit's algorithm.
     *
     * @param admitted the instant of every admitted permit, in microseconds, in any order
     */
    public static void check(Limit limit, List<Long> admitted) {
        long permits = limit.permits();
        long window = limit.windowMicros();
        Algorithm algorithm = limit.algorithm();
        if (algorithm instanceof Algorithm.FixedWindow fixed) {
            checkBlocks(
                    permits,
                    admitted.stream()
                            .collect(Collectors.groupingBy(
                                    at -> fixed.calendar()
                                            .map(block -> block.edgesAround(at)[1])
                                            .orElse(at - Math.floorMod(at, window)),
                                    Collectors.counting())));
        } else if (algorithm instanceof Algorithm.SlidingWindowCounter) {
            checkBlocks(
                    permits,
                    admitted.stream().collect(Collectors.groupingBy(at -> at / window, Collectors.counting())));
            SlidingLaw.check(admitted, 2 * permits, window);
        } else if (algorithm instanceof Algorithm.Gcra gcra) {
            checkSpacing(limit, gcra.burst() == 0 ? permits : gcra.burst(), admitted);
        } else {
            SlidingLaw.check(admitted, permits, window);
        }
    }

    private static void checkBlocks(long permits, Map<Long, Long> countByBlock) {
        assertThat(countByBlock.values()).allMatch(count -> count <= permits);
    }

    /** In any time x at most burst + x * permits / window. */
    private static void checkSpacing(Limit limit, long burst, List<Long> admitted) {
        List<Long> sorted = admitted.stream().sorted().toList();
        for (int first = 0; first < sorted.size(); first++) {
            for (int last = first; last < sorted.size(); last++) {
                double time = sorted.get(last) - sorted.get(first);
                assertThat((double) (last - first + 1))
                        .as("permits within %s microseconds", time)
                        .isLessThanOrEqualTo(burst + time * limit.permits() / limit.windowMicros() + 1e-6);
            }
        }
    }
}
