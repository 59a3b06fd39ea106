package io.weir.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.Limit;
import io.weir.docs.AlgorithmsDoc.Example;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every clock time in {@code docs/algorithms.md} is true. */
class AlgorithmsDocTest {

    private static final LocalDate SOME_DAY = LocalDate.parse("2025-01-15");
    private static final Pattern CLOCK_TIME = Pattern.compile("\\d\\d:\\d\\d:\\d\\d(\\.\\d+)?");

    static List<Example> examples() {
        return new AlgorithmsDoc().examples();
    }

    @ParameterizedTest
    @MethodSource("examples")
    void tableTellsWhatHappens(Example example) {
        List<Timeline> timelines = example.limits().stream().map(Timeline::new).toList();
        List<String> actual = new ArrayList<>();
        List<String> written = new ArrayList<>();
        for (List<String> row : example.rows()) {
            Instant time = instant(row.get(0), example.zone());
            List<String> cells = new ArrayList<>(row.subList(0, 2));
            for (Timeline timeline : timelines) {
                Timeline.Answer answer = timeline.at(time, row.get(1));
                cells.addAll(
                        example.compares() ? List.of(answer.brief()) : List.of(answer.text(), answer.retryAfter()));
            }
            actual.add(String.join(" | ", cells));
            written.add(String.join(" | ", row));
        }
        assertThat(String.join("\n", actual)).isEqualTo(String.join("\n", written));
    }

    private static Instant instant(String time, ZoneId zone) {
        LocalDateTime local = time.contains("-")
                ? LocalDateTime.parse(time.replace(' ', 'T'))
                : SOME_DAY.atTime(LocalTime.parse(time));
        return local.atZone(zone).toInstant();
    }

    @Test
    void everyAlgorithmHasATableOfItsOwn() {
        Set<String> words = examples().stream()
                .filter(example -> !example.compares())
                .map(Example::limit)
                .map(Limit::algorithm)
                .map(algorithm -> algorithm.word())
                .collect(Collectors.toSet());
        assertThat(words).isEqualTo(new AlgorithmsDoc().overview().keySet()).hasSize(5);
    }

    @Test
    void timesInTheTextStandInATable() {
        Set<String> inTables = examples().stream()
                .flatMap(example -> example.rows().stream())
                .flatMap(row -> times(row.get(0)).stream())
                .collect(Collectors.toSet());
        assertThat(inTables).containsAll(times(String.join("\n", new AlgorithmsDoc().prose())));
    }

    private static List<String> times(String text) {
        return CLOCK_TIME.matcher(text).results().map(MatchResult::group).toList();
    }
}
