package io.weir.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.weir.http.HttpGate;
import io.weir.http.Verdict;
import io.weir.testing.Logged;
import io.weir.testing.TestCall;
import io.weir.testing.TestRedis;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** From text to decisions in Redis. */
class GateConfigurationTest {

    private final String application = "test-" + UUID.randomUUID().toString().substring(0, 8);

    private HttpGate load(Loading loading) {
        return GateConfiguration.load(loading.settings(), loading.resources(), application, loading.variables());
    }

    private static List<Integer> statuses(HttpGate gate, String path, int requests) {
        return IntStream.range(0, requests)
                .mapToObj(i -> status(gate.decide(TestCall.get(path))))
                .toList();
    }

    private static int status(Verdict verdict) {
        return verdict instanceof Verdict.Reject reject ? reject.status() : 200;
    }

    @Test
    void aFileLimitsRequests() {
        Loading loading =
                Loading.yaml("""
                        redis: ${REDIS}
                        deadline: 2s
                        exclude: [/health]
                        rules:
                          - name: api
                            paths: [/api/**]
                            limits: 3/10s
                        """).environment("REDIS", TestRedis.shared().url());
        try (HttpGate gate = load(loading)) {
            assertThat(statuses(gate, "/api/x", 4)).containsExactly(200, 200, 200, 429);
            assertThat(statuses(gate, "/health", 4)).containsOnly(200);
            assertThat(statuses(gate, "/other", 4)).containsOnly(200);
        }
    }

    @Test
    void twoGatesShareAWindow_whenTheyAreOfOneApplication() {
        Loading loading = Loading.settings("redis", TestRedis.shared().url(), "limit", "3/10s", "deadline", "2s");
        try (HttpGate one = load(loading);
                HttpGate other = load(loading)) {
            assertThat(statuses(one, "/", 2)).containsOnly(200);
            assertThat(statuses(other, "/", 2)).containsExactly(200, 429);
        }
    }

    @Test
    void applicationsAreApart_whenASettingNamesThem() {
        Loading one = Loading.settings(
                "redis",
                TestRedis.shared().url(),
                "limit",
                "1/10s",
                "deadline",
                "2s",
                "application",
                application + "-a");
        Loading other = Loading.settings(
                "redis",
                TestRedis.shared().url(),
                "limit",
                "1/10s",
                "deadline",
                "2s",
                "application",
                application + "-b");
        try (HttpGate first = load(one);
                HttpGate second = load(other)) {
            assertThat(statuses(first, "/", 2)).containsExactly(200, 429);
            assertThat(statuses(second, "/", 2)).containsExactly(200, 429);
        }
    }

    @Test
    void aFileOfRedissonSaysWhereRedisIs() {
        Loading loading = Loading.settings("redis", "/WEB-INF/redisson.yaml", "limit", "1/10s", "deadline", "2s")
                .file(
                        "/WEB-INF/redisson.yaml",
                        "singleServerConfig:\n  address: " + TestRedis.shared().url());
        try (HttpGate gate = load(loading)) {
            assertThat(statuses(gate, "/", 2)).containsExactly(200, 429);
        }
    }

    @Test
    void theStartFails_whenRedissonsFileNamesNoServer() {
        Loading loading = Loading.settings("redis", "/WEB-INF/redisson.yaml", "limit", "1/10s")
                .file("/WEB-INF/redisson.yaml", "threads: 4");
        assertThatThrownBy(() -> load(loading))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("is one mistake:\n  - server(s) address(es) not defined! (setting 'redis')");
    }

    @Test
    void onFailureHolds_whileRedisIsDown() {
        String nobody = "redis://127.0.0.1:" + TestRedis.freePort();
        try (HttpGate local = load(Loading.settings("redis", nobody, "limit", "1/10s"));
                HttpGate allowing = load(Loading.settings("redis", nobody, "limit", "1/10s", "on-failure", "allow"));
                HttpGate denying = load(Loading.settings("redis", nobody, "limit", "1/10s", "on-failure", "deny"))) {
            assertThat(statuses(local, "/", 3)).containsExactly(200, 429, 429);
            assertThat(statuses(allowing, "/", 3)).containsOnly(200);
            assertThat(statuses(denying, "/", 3)).containsOnly(503);
        }
    }

    @Test
    void limitsApplyWithinSeconds_whenRedisComesUpAfterTheApplication() {
        int port = TestRedis.freePort();
        Loading loading = Loading.settings(
                "redis", "redis://127.0.0.1:" + port, "limit", "3/10s", "on-failure", "deny", "deadline", "2s");
        try (HttpGate gate = load(loading)) {
            assertThat(statuses(gate, "/", 1)).containsExactly(503);
            try (TestRedis redis = TestRedis.startOn(port)) {
                await("decisions of " + redis.url())
                        .atMost(Duration.ofSeconds(5))
                        .until(() -> statuses(gate, "/", 1).contains(200));
                assertThat(statuses(gate, "/", 3)).containsExactly(200, 200, 429);
            }
        }
    }

    @Test
    void noLogHasThePassword() {
        String refused = TestRedis.shared().url().replace("redis://", "redis://:sesame@");
        try (Logged log = new Logged();
                HttpGate gate = load(Loading.settings("redis", refused, "limit", "1/10s"))) {
            assertThat(statuses(gate, "/", 2)).containsExactly(200, 429);
            assertThat(log.messages())
                    .anyMatch(message -> message.startsWith("Redis is misconfigured"))
                    .noneMatch(message -> message.contains("sesame"));
        }
    }

    @Test
    void aChangedFileHoldsWithinSeconds_andWhatWasCountedStaysCounted(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("limits.yaml");
        Files.writeString(file, limits("3/1h"));
        try (HttpGate gate = load(Loading.settings("config", file.toString()))) {
            assertThat(statuses(gate, "/", 4)).containsExactly(200, 200, 200, 429);
            assertThat(reloadThreads()).isOne();

            Files.writeString(file, limits("5/1h"));
            await("the new limit")
                    .atMost(Duration.ofSeconds(10))
                    .until(() -> rules(gate).contains("5 per 1h"));
            assertThat(statuses(gate, "/", 3)).containsExactly(200, 200, 429);
        }
        assertThat(reloadThreads()).isZero();
    }

    private static String rules(HttpGate gate) {
        return gate.rules().toString();
    }

    private static String limits(String limit) {
        return "redis: " + TestRedis.shared().url() + "\ndeadline: 2s\nreload: 1s\nrules: [{ name: a, limits: " + limit
                + " }]";
    }

    @Test
    void nobodyLooks_whenTheFileSaysSo() {
        Loading loading = Loading.yaml(limits("3/1h").replace("1s", "off"));
        try (HttpGate gate = load(loading)) {
            assertThat(gate.rules()).hasSize(1);
            assertThat(reloadThreads()).isZero();
        }
    }

    private long reloadThreads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().equals("weir-reload-" + application))
                .count();
    }

    @Test
    void aClientThatIsOverItsLimitCostsRedisNothing_andWhoseChargesReturnIsAskedEachTime() {
        try (TestRedis redis = TestRedis.start();
                HttpGate gate = load(Loading.settings("redis", redis.url(), "limit", "3/1h", "deadline", "10s"));
                HttpGate counting = load(Loading.settings(
                        "redis",
                        redis.url(),
                        "limit",
                        "0/1h",
                        "deadline",
                        "10s",
                        "count",
                        "401",
                        "application",
                        "b"))) {
            await("Redis").until(() -> statuses(gate, "/", 1).contains(429));
            long before = scripts(redis);
            assertThat(statuses(gate, "/", 1000)).containsOnly(429);
            assertThat(scripts(redis)).isEqualTo(before);
            assertThat(statuses(counting, "/", 10)).containsOnly(429);
            assertThat(scripts(redis)).isEqualTo(before + 10);
        }
    }

    private static long scripts(TestRedis redis) {
        return redis.command("INFO commandstats")
                .lines()
                .filter(line -> line.startsWith("cmdstat_evalsha:"))
                .mapToLong(line -> Long.parseLong(line.replaceAll(".*?calls=(\\d+),.*", "$1")))
                .sum();
    }
}
