package io.weir.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.Algorithm;
import io.weir.Limit;
import io.weir.local.LocalRateLimiter;
import io.weir.testing.Logged;
import io.weir.testing.TestCall;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a gate says of a configuration that is allowed and hardly meant, one clear sentence each. */
class WarningsTest {

    private final Logged log = new Logged();

    @AfterEach
    void stopListening() {
        log.close();
    }

    private static HttpGate.Builder gate(Rule.Builder... rules) {
        HttpGate.Builder gate = HttpGate.builder().limiter(LocalRateLimiter.create());
        for (Rule.Builder rule : rules) {
            gate.rule(rule.build());
        }
        return gate;
    }

    private static Rule.Builder rule(String key, String... paths) {
        return Rule.named("api").key(ClientKey.parse(key)).paths(paths).limit(Limit.parse("999/1s"));
    }

    private List<String> said() {
        return log.news(HttpGate.class);
    }

    private void assertSays(String... parts) {
        assertThat(said()).singleElement().asString().startsWith("WARN ").contains(parts);
    }

    // When it is built, and when it is reloaded.

    @Test
    void nothingIsSaid_whenThereIsNothingToSay() {
        try (HttpGate gate = gate(rule("user", "/api/**"))
                .exclude("/health")
                .trustedProxies("10.0.0.0/8")
                .build()) {
            gate.reload(gate(rule("ip", "/login")));
        }
        assertThat(said()).isEmpty();
    }

    @Test
    void aLargeLogIsNamed_andItsBuckets() {
        Limit log10k = Limit.parse("10000/1h").named("a");
        Limit log10001 = Limit.parse("10001/1d").named("b");
        Limit gcra = new Limit("c", 10_001, Duration.ofDays(1), new Algorithm.Gcra(10_001));
        gate(Rule.named("api").limit(log10k).limit(log10001).limit(gcra)).build();
        assertSays("rule 'api': limit '", "10001 per 1d'", "sliding-window-buckets");
    }

    @ParameterizedTest
    @CsvSource({
        "/api/**, /api/**",
        "/**, /api/**",
        "/api/*, /api/{id}",
        "/api/**, /api/x",
        "/api/**, /api",
        "/api/**, /api/*/y/**",
        "/*/**, /x/**"
    })
    void aRuleWithoutRequestsIsNamed_whenAllItsPathsAreExcluded(String exclude, String path) {
        gate(rule("ip", path)).exclude("/health", exclude).build();
        assertSays("rule 'api' limits nothing", exclude);
    }

    @ParameterizedTest
    @CsvSource({
        "/api/*, /api/**",
        "/api/x, /api/{id}",
        "/api/**, /**",
        "/api/*/y, /api/*/z",
        "/api/*/y, /api/*",
        "/**/x, /api/**"
    })
    void nothingIsSaid_whenSomePathIsNotExcluded(String exclude, String path) {
        gate(rule("ip", path)).exclude(exclude).build();
        gate(rule("ip", "/other", path)).exclude("/other").build();
        gate(rule("ip")).exclude("/**").build(); // holds where it is named
        assertThat(said()).isEmpty();
    }

    @Test
    void aRuleForEveryPathHasNoRequests_whenEverythingIsExcluded() {
        gate(Rule.named("all").limit(Limit.parse("1/1s"))).exclude("/**").build();
        assertSays("rule 'all' limits nothing");
    }

    @ParameterizedTest
    @ValueSource(strings = {"0.0.0.0/8", "0.0.0.0", "224.0.0.0/4", "239.1.2.3", "255.255.255.255", "::", "ff02::1"})
    void proxiesThatNobodyIsAreNamed(String range) {
        gate(rule("ip")).trustedProxies("10.0.0.0/8", range).build();
        assertSays("trusted-proxies has ", "no request ever comes", "share one budget");
    }

    @ParameterizedTest
    @ValueSource(strings = {"0.0.0.0/0", "::/0"})
    void trustInEverybodyIsNamed_withWhatAClientCanDo(String range) {
        gate(rule("ip")).trustedProxies(range).build();
        assertSays(range, "everybody", "a new budget for every request");
    }

    // From what the first requests show.

    private static void send(HttpGate gate, int requests, TestCall call) {
        for (int i = 0; i < requests; i++) {
            gate.decide(TestCall.get("/api/x").address(call.remoteAddress()).user(call.principal()));
        }
    }

    @Test
    void proxiesThatNeverComeAreNamedOnce_whenTheFirstHundredComeFromElsewhere() {
        HttpGate gate = gate(rule("ip", "/**")).trustedProxies("10.0.0.0/8").build();
        TestCall client = TestCall.get("/").address("192.0.2.7");
        send(gate, 99, client);
        assertThat(said()).isEmpty();
        send(gate, 1, client);
        assertSays("trusted-proxies [10.0.0.0/8]", "192.0.2.7", "share one budget", "trusted-proxies can go");
        send(gate, 500, client);
        assertThat(said()).isEmpty();
    }

    @Test
    void nothingIsSaidOfProxies_whenOneHasCome() {
        HttpGate gate = gate(rule("ip", "/**")).trustedProxies("10.0.0.0/8").build();
        send(gate, 99, TestCall.get("/").address("192.0.2.7"));
        send(gate, 1, TestCall.get("/").address("10.0.0.7"));
        send(gate, 500, TestCall.get("/").address("192.0.2.7"));
        assertThat(said()).isEmpty();
    }

    @Test
    void aUserWhoNeverComesIsNamedOnce_whenARuleGoesByTheUser() {
        HttpGate gate = gate(rule("user", "/**")).build();
        send(gate, 99, TestCall.get("/"));
        assertThat(said()).isEmpty();
        send(gate, 500, TestCall.get("/"));
        assertSays("Rule 'api' goes by the user", "spend each other's budget");
    }

    @Test
    void aUserWhoNeverComesIsNamed_whenTiersAreRoles() {
        HttpGate gate = gate(rule("ip", "/**")
                        .tier("gold", List.of(Limit.parse("9/1s").named("gold"))))
                .build();
        send(gate, 100, TestCall.get("/"));
        assertSays("Rule 'api' goes by the user");
    }

    @Test
    void nothingIsSaidOfUsers_whenOneHasComeOrNobodyIsNeeded() {
        HttpGate gate = gate(rule("user", "/**")).build();
        send(gate, 50, TestCall.get("/"));
        send(gate, 1, TestCall.get("/").user("alice"));
        send(gate, 500, TestCall.get("/"));
        send(gate(rule("user | ip", "/**")).build(), 500, TestCall.get("/"));
        send(gate(rule("ip", "/**")).build(), 500, TestCall.get("/"));
        assertThat(said()).isEmpty();
    }

    // What an adapter knows.

    @Test
    void inspectorSeesEveryRule_alsoThoseOfAReload_andCanRefuseThem() {
        HttpGate gate = gate(rule("ip", "/a")).build();
        StringBuilder seen = new StringBuilder();
        gate.inspect(rule -> {
            seen.append(rule).append('\n');
            if (rule.key().needs().contains(ClientKey.Need.USER)) {
                throw new IllegalArgumentException("no users here");
            }
        });
        gate.reload(gate(rule("global", "/b")));
        assertThat(seen.toString().lines()).hasSize(2);
        assertThatThrownBy(() -> gate.reload(gate(rule("user", "/c")))).hasMessage("no users here");
        assertThat(gate.rules().toString()).contains("/b");
    }

    @ParameterizedTest
    @CsvSource({
        "/api/x, /api/**, true",
        "/api/**, /api, true",
        "/**, /login, true",
        "/{any}/x, /api/*, true",
        "/*/y/**, /api/**, true",
        "/**/x, /api/*/y, false",
        "/login, /api/**, false",
        "/api/*, /api, false",
        "/a/*/c, /a/b, false"
    })
    void ruleMeetsPatterns_whenAPathMatchesBoth(String path, String pattern, boolean meets) {
        assertThat(rule("ip", path).build().meets(List.of("/nowhere", pattern))).isEqualTo(meets);
        assertThat(rule("ip", pattern).build().meets(List.of(path))).isEqualTo(meets);
        assertThat(rule("ip").build().meets(List.of(path)))
                .as("named somewhere, perhaps")
                .isTrue();
    }
}
