package io.weir.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.config.Sources.Start;
import io.weir.http.HttpGate;
import io.weir.http.Verdict;
import io.weir.local.LocalRateLimiter;
import io.weir.testing.Logged;
import io.weir.testing.TestCall;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Look by look, as the thread of a gate looks. */
class ReloadTest {

    private static final Duration SOON = Duration.ofMillis(500);
    private static final Duration USUAL = Duration.ofSeconds(10);

    private final Loading loading = Loading.yaml(file("limits: 3/1h"));
    private final Logged log = new Logged();
    private Optional<IOException> broken = Optional.empty();
    private final Sources sources = new Sources(
            loading.settings(),
            path -> {
                if (broken.isPresent()) {
                    throw broken.get();
                }
                return loading.resources().open(path);
            },
            "shop",
            loading.variables());
    private final Start start = sources.start(new Problems());
    private final HttpGate gate = start.reading()
            .gate()
            .application("shop")
            .limiter(LocalRateLimiter.create())
            .build();
    private final Reload reload = new Reload(sources, start.file(), start.reading(), gate);

    @AfterEach
    void end() {
        log.close();
    }

    private static String file(String ofRule, String... lines) {
        return "redis: redis://localhost\n" + String.join("\n", lines) + "\nrules:\n- name: a\n  " + ofRule + "\n";
    }

    /** Looks twice, as one does where there is news. */
    private void lookAtNews() {
        assertThat(reload.look()).hasValue(SOON);
        reload.look();
    }

    private List<String> said() {
        return log.news(Reload.class);
    }

    private String rules() {
        return gate.rules().toString();
    }

    private List<Boolean> requests(int number) {
        return IntStream.range(0, number)
                .mapToObj(i -> gate.decide(TestCall.get("/")) instanceof Verdict.Pass)
                .toList();
    }

    @Test
    void nothingHappens_whileTheFileStaysAsItIs() {
        assertThat(reload.look()).hasValue(USUAL);
        assertThat(reload.look()).hasValue(USUAL);
        assertThat(said()).isEmpty();
    }

    @Test
    void theGateGoesByTheNewFile_whenTwoLooksFindTheSame() {
        loading.file(Loading.FILE, file("limits: 7/1h"));

        assertThat(reload.look()).hasValue(SOON);
        assertThat(rules()).isEqualTo("[a: every path by user | ip, [a: 3 per 1h]]");
        assertThat(reload.look()).hasValue(USUAL);
        assertThat(rules()).isEqualTo("[a: every path by user | ip, [a: 7 per 1h]]");
        assertThat(reload.look()).hasValue(USUAL);
        assertThat(said())
                .containsExactly("INFO /WEB-INF/rate-limits.yaml has changed: rate limits from now on:"
                        + " [a: every path by user | ip, [a: 7 per 1h]]");
    }

    @Test
    void nobodyGoesByAFile_whileItIsBeingWritten() {
        loading.file(Loading.FILE, "redis: redis://localhost\nrules: []");
        assertThat(reload.look()).hasValue(SOON);
        loading.file(Loading.FILE, file("limits: 7/1h"));
        assertThat(reload.look()).hasValue(SOON);

        assertThat(rules()).contains("3 per 1h");
        reload.look();
        assertThat(rules()).contains("7 per 1h");
    }

    @Test
    void countedWindowsStay_whenALimitChanges() {
        assertThat(requests(2)).containsOnly(true);
        loading.file(Loading.FILE, file("limits: 4/1h", "application: other"));
        lookAtNews();
        assertThat(requests(3)).containsExactly(true, true, false);
    }

    @Test
    void everythingButTheFoundationIsTakenOver() {
        requests(3);
        loading.file(Loading.FILE, file("limits: 3/1h", "mode: shadow", "exclude: /health", "headers: []"));
        lookAtNews();
        assertThat(requests(2)).containsOnly(true);
        assertThat(gate.decide(TestCall.get("/")).fields()).isEmpty();
    }

    @Test
    void aBadFileIsRefusedOnceWithAllItsMistakes() {
        loading.file(Loading.FILE, file("limits: 3/0h\n  keys: ip"));
        lookAtNews();
        reload.look();
        reload.look();

        assertThat(rules()).contains("3 per 1h");
        assertThat(said())
                .containsExactly("ERROR /WEB-INF/rate-limits.yaml has changed and is refused, what it said before stays"
                        + " in force: the rate limits cannot be configured, there are 2 mistakes:\n"
                        + "  - rule 'a': limit '3/0h' has a window of 0s; allowed: 1ms to 366d (rate-limits.yaml"
                        + " line 5, column 11)\n"
                        + "  - rule 'a': 'keys' is unknown (did you mean 'key'?); allowed: name, paths, methods, key,"
                        + " limits, tiers, cost, count, mode, on-failure (rate-limits.yaml line 6, column 3)");
    }

    @Test
    void aFileThatIsNoMapIsRefused() {
        loading.file(Loading.FILE, "");
        lookAtNews();
        assertThat(rules()).contains("3 per 1h");
        assertThat(said()).singleElement().asString().contains("the file is empty; allowed: a map");
    }

    @Test
    void theGoodFileStays_whenABadOneIsTakenBack() {
        loading.file(Loading.FILE, "rules: [");
        lookAtNews();
        said();
        loading.file(Loading.FILE, file("limits: 3/1h"));
        lookAtNews();
        assertThat(said()).containsExactly("INFO /WEB-INF/rate-limits.yaml says again what is in force");
    }

    @Test
    void theGoodFileIsTaken_whenItFollowsABadOne() {
        loading.file(Loading.FILE, "rules: [");
        lookAtNews();
        loading.file(Loading.FILE, file("limits: 7/1h"));
        lookAtNews();
        assertThat(rules()).contains("7 per 1h");
    }

    @ParameterizedTest
    @CsvSource({
        "deadline: 2s, deadline",
        "application: other, application",
        "local-keys: 1000, local-keys",
        "metrics: [], metrics",
        "'deadline: 2s\napplication: other', application and deadline",
    })
    void aNewFoundationWaitsForTheNextStart_whileTheRestIsTaken(String lines, String keys) {
        loading.file(Loading.FILE, file("limits: 7/1h", lines));
        lookAtNews();
        reload.look();

        assertThat(rules()).contains("7 per 1h");
        assertThat(said())
                .hasSize(2)
                .contains("WARN /WEB-INF/rate-limits.yaml has a new " + keys + ", which waits for the next start");
    }

    @ParameterizedTest
    @CsvSource({"redis://:sesame@elsewhere", "jndi:java:comp/env/of/another/thread"})
    void anotherRedisWaitsForTheNextStart(String redis) {
        loading.file(Loading.FILE, file("limits: 7/1h").replace("redis://localhost", redis));
        lookAtNews();

        assertThat(rules()).contains("7 per 1h");
        assertThat(said())
                .hasSize(2)
                .contains("WARN /WEB-INF/rate-limits.yaml has a new redis, which waits for the next start")
                .noneMatch(message -> message.contains("sesame"));
    }

    @Test
    void theFileIsRefused_whenItsNewRedisCannotBeOne() {
        loading.file(Loading.FILE, file("limits: 7/1h").replace("redis://localhost", "http://localhost"));
        lookAtNews();

        assertThat(rules()).contains("3 per 1h");
        assertThat(said()).singleElement().asString().contains("begins with neither redis:// nor rediss://");
    }

    @Test
    void aFileThatIsGoneIsToldOnce_andTakenWhenItComesBack() {
        loading.remove(Loading.FILE);
        lookAtNews();
        reload.look();
        assertThat(said())
                .singleElement()
                .asString()
                .startsWith(
                        "WARN /WEB-INF/rate-limits.yaml cannot be read, what it said before stays in force: there is no file at '/WEB-INF/rate-limits.yaml';");
        assertThat(rules()).contains("3 per 1h");

        loading.file(Loading.FILE, file("limits: 7/1h"));
        lookAtNews();
        assertThat(rules()).contains("7 per 1h");
    }

    @Test
    void nothingIsSaid_whenTheFileIsGoneForAMoment() {
        loading.remove(Loading.FILE);
        assertThat(reload.look()).hasValue(SOON);
        loading.file(Loading.FILE, file("limits: 3/1h"));
        assertThat(reload.look()).hasValue(USUAL);
        assertThat(said()).isEmpty();
    }

    @Test
    void aFileThatCannotBeReadIsToldOnce() {
        broken = Optional.of(new IOException("no more handles"));
        lookAtNews();
        reload.look();
        assertThat(said())
                .containsExactly(
                        "WARN /WEB-INF/rate-limits.yaml cannot be read, what it said before stays in force: the file at '/WEB-INF/rate-limits.yaml' cannot"
                                + " be read: java.io.IOException: no more handles (rate-limits.yaml)");
    }

    @Test
    void theIntervalIsThatOfTheNewFile() {
        loading.file(Loading.FILE, file("limits: 3/1h", "reload: 1m"));
        reload.look();
        assertThat(reload.look()).hasValue(Duration.ofMinutes(1));
    }

    @Test
    void nobodyLooksAnyMore_whenTheFileSaysSo() {
        loading.file(Loading.FILE, file("limits: 7/1h", "reload: off"));
        reload.look();
        assertThat(reload.look()).isEmpty();
        assertThat(rules()).contains("7 per 1h");
        assertThat(said()).contains("INFO /WEB-INF/rate-limits.yaml is not looked at any more, as it says");
    }

    @Test
    void whatTheOperatorShouldKnowIsSaidAgain() {
        loading.file(Loading.FILE, file("limits: 20000/1h"));
        lookAtNews();
        assertThat(log.news(HttpGate.class))
                .singleElement()
                .asString()
                .startsWith("WARN rule 'a': limit 'a: 20000 per 1h'");
    }
}
