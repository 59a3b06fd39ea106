package io.weir.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.RateLimiter;
import io.weir.config.GateReader.Reading;
import io.weir.docs.Markdown;
import io.weir.http.HttpGate;
import io.weir.local.LocalRateLimiter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.UnaryOperator;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.assertj.core.api.RecursiveComparisonAssert;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.yaml.snakeyaml.Yaml;

/** The tables of {@code docs/configuration.md} say what the readers read. */
class DocumentedConfigurationTest {

    private static final Markdown DOC = Markdown.ofDocs("configuration.md");

    /** {@code 1ms to 1m}, but not the statuses of {@code count}, which are words. */
    private static final Pattern RANGE = Pattern.compile("(?<!statuses from )\\b[0-9]+(ms|s)? to [0-9]+[md]?\\b");

    private static final Map<String, Words> WORDS = Map.of(
            "mode", ModeReader.WORDS,
            "on-failure", FailureReader.WORDS,
            "headers", GateReader.HEADERS,
            "expose-headers", YesOrNo.WORDS,
            "algorithm", AlgorithmReader.WORDS);

    /**
     * Where keys of a table stand.
     *
     * @param heading of the table
     * @param known to the reader
     * @param around makes the file of what an example says
     */
    private record Level(String heading, Words known, UnaryOperator<Map<String, Object>> around) {

        Stream<Row> rows() {
            return DOC.table(heading).stream().map(cells -> new Row(this, cells));
        }
    }

    private static final List<Level> LEVELS = List.of(
            new Level("The file", GateReader.KEYS, said -> said),
            new Level("A rule", RuleReader.KEYS, rule -> Map.of("rules", List.of(with(rule, "name", "limits")))),
            new Level("A tier", AllowanceReader.TIER_KEYS, tier -> ofRule("tiers", List.of(tier))),
            new Level("A cost from a header", CostReader.KEYS, cost -> ofRule("cost", cost)),
            new Level("A limit", LimitReader.KEYS, limit -> ofRule("limits", List.of(limit))));

    /** A row of a table: key, what it says, allowed, default, example. */
    private record Row(Level level, List<String> cells) {

        String key() {
            return Markdown.code(cells.get(0)).get(0);
        }

        String allowed() {
            return cells.get(2);
        }

        /** If it is a value, and not told in words. */
        Optional<Object> defaultValue() {
            String cell = cells.get(3);
            return cell.matches("`[^`]+`") ? Optional.of(new Yaml().load(cell.replace("`", ""))) : Optional.empty();
        }

        Map<String, Object> example() {
            return new LinkedHashMap<>(new Yaml()
                    .<Map<String, Object>>load(Markdown.code(cells.get(4)).get(0)));
        }

        /** The example, saying this instead. */
        Loading saying(Object value) {
            Map<String, Object> said = example();
            said.put(key(), value);
            return loading(said);
        }

        Loading sayingNothing() {
            Map<String, Object> said = example();
            said.remove(key());
            return loading(said);
        }

        Loading loading(Map<String, Object> said) {
            Map<String, Object> file = new LinkedHashMap<>(Map.of("redis", "redis://localhost", "rules", List.of()));
            file.putAll(level.around.apply(said));
            return Loading.yaml(new Yaml().dump(file));
        }

        @Override
        public String toString() {
            return level.heading + ", " + key();
        }
    }

    private static Map<String, Object> with(Map<String, Object> rule, String name, String limits) {
        Map<String, Object> whole = new LinkedHashMap<>(Map.of(name, "a", limits, "1/1s"));
        whole.putAll(rule);
        return whole;
    }

    private static Map<String, Object> ofRule(String key, Object value) {
        return Map.of("rules", List.of(with(Map.of(key, value), "name", "limits")));
    }

    static List<Level> levels() {
        return LEVELS;
    }

    static Stream<Row> rows() {
        return LEVELS.stream().flatMap(Level::rows);
    }

    static Stream<Row> defaults() {
        return rows().filter(row -> row.defaultValue().isPresent());
    }

    static Stream<Row> ranges() {
        return rows().filter(row -> RANGE.matcher(row.allowed()).find());
    }

    static Stream<Row> words() {
        return rows().filter(row -> WORDS.containsKey(row.key()));
    }

    @ParameterizedTest
    @MethodSource("levels")
    void everyKeyStandsInItsTable(Level level) {
        assertThat(level.rows().map(Row::key))
                .containsExactlyInAnyOrderElementsOf(level.known().known());
    }

    @Test
    void everySettingStandsInItsTable() {
        assertThat(DOC.table("Settings").stream().flatMap(cells -> Markdown.code(cells.get(0)).stream()))
                .containsExactlyInAnyOrderElementsOf(Settings.NAMES.known());
    }

    @ParameterizedTest
    @MethodSource("words")
    void theWordsAreThose(Row row) {
        assertThat(Markdown.code(row.allowed())).isEqualTo(WORDS.get(row.key()).known());
    }

    @ParameterizedTest
    @MethodSource("rows")
    void theExampleIsAccepted(Row row) {
        Loading example = row.loading(row.example());
        assertThat(row.example()).containsKey(row.key());
        example.read();
    }

    @ParameterizedTest
    @MethodSource("ranges")
    void theRangeIsThatOfTheMessage(Row row) {
        String range = RANGE.matcher(row.allowed())
                .results()
                .map(MatchResult::group)
                .findFirst()
                .orElseThrow();
        assertThat(row.saying(-1).problems()).hasSize(1);
        assertThat(Stream.of(-1, "400d").flatMap(wrong -> row.saying(wrong).problems().stream()))
                .anyMatch(problem -> problem.contains(range));
    }

    /** Whoever says the default says nothing; whoever says what the example does, says something else. */
    @ParameterizedTest
    @MethodSource("defaults")
    void theDefaultIsWhatHoldsUnlessGiven(Row row) {
        RateLimiter limiter = LocalRateLimiter.create();
        Reading unsaid = row.sayingNothing().read();
        Reading said = row.saying(row.defaultValue().orElseThrow()).read();
        assertThat(foundation(said)).isEqualTo(foundation(unsaid));
        assertSame(said, unsaid, limiter, true);

        Reading example = row.loading(row.example()).read();
        if (foundation(example).equals(foundation(unsaid))) {
            assertSame(example, unsaid, limiter, false);
        }
    }

    private static String foundation(Reading reading) {
        Foundation all = reading.foundation();
        return all + " " + all.localKeys() + " " + all.metrics() + " " + reading.reload();
    }

    private static void assertSame(Reading one, Reading other, RateLimiter limiter, boolean same) {
        HttpGate gate = one.gate().limiter(limiter).build();
        HttpGate otherGate = other.gate().limiter(limiter).build();
        RecursiveComparisonAssert<?> compared = assertThat(gate)
                .usingRecursiveComparison()
                .ignoringFieldsOfTypes(LongAdder.class); // equal to itself only
        if (same) {
            compared.isEqualTo(otherGate);
        } else {
            compared.isNotEqualTo(otherGate);
        }
    }
}
