package io.weir.benchmarks.compare;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RoundsTest {

    @Test
    void everyOneFollowsEveryOtherOnce_overAsManyRoundsAsThereAreEntrants() {
        for (int entrants : List.of(2, 4, 6)) {
            Set<List<Integer>> pairs = new HashSet<>();
            for (int round = 0; round < entrants; round++) {
                int number = round;
                List<Integer> order = IntStream.range(0, entrants)
                        .mapToObj(place -> Rounds.order(number, place, entrants))
                        .toList();
                assertThat(order).doesNotHaveDuplicates();
                for (int place = 1; place < entrants; place++) {
                    pairs.add(order.subList(place - 1, place + 1));
                }
            }
            assertThat(pairs).hasSize(entrants * (entrants - 1));
        }
    }
}
