package io.weir.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.weir.http.Field;
import io.weir.http.HttpGate;
import io.weir.http.Verdict;
import io.weir.testing.FailingLimiter;
import io.weir.testing.TestCall;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a configuration says and a rule's text does not show. */
class GateBehaviourTest {

    /** How many of nine requests of a user pass. */
    private static long allowed(HttpGate gate, String user, String... roles) {
        return IntStream.range(0, 9)
                .filter(i -> passes(gate, TestCall.get("/").user(user).roles(roles)))
                .count();
    }

    private static int status(HttpGate gate, TestCall call) {
        return gate.decide(call) instanceof Verdict.Reject reject ? reject.status() : 200;
    }

    private static boolean passes(HttpGate gate, TestCall call) {
        return gate.decide(call) instanceof Verdict.Pass;
    }

    @Test
    void aRequestTakesItsCost() {
        HttpGate gate = Loading.rules("- { name: a, limits: 10/1h, cost: 5 }").gate();
        assertThat(passes(gate, TestCall.get("/"))).isTrue();
        assertThat(passes(gate, TestCall.get("/"))).isTrue();
        assertThat(passes(gate, TestCall.get("/"))).isFalse();
    }

    @Test
    void aRequestTakesTheCostThatItsHeaderSays() {
        HttpGate gate = Loading.rules("- { name: a, limits: 10/1h, cost: { header: X-Cost, max: 8 } }")
                .gate();
        assertThat(status(gate, TestCall.get("/").header("X-Cost", "9"))).isEqualTo(400);
        assertThat(status(gate, TestCall.get("/").header("X-Cost", "8"))).isEqualTo(200);
        assertThat(status(gate, TestCall.get("/").header("X-Cost", "3"))).isEqualTo(429);
        assertThat(status(gate, TestCall.get("/"))).isEqualTo(200);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '#',
            value = {
                "'' # 200,401,403,404,503",
                "count: 401 # 401",
                "count: [401, 403] # 401,403",
                "count: failures # 401,403,404,503",
                "count: successes # 200",
                "count: [successes, 503] # 200,503",
            })
    void onlyTheseStatusesKeepTheirCharge(String count, String kept) {
        String keeping = Stream.of(200, 401, 403, 404, 503)
                .filter(status -> {
                    HttpGate gate = Loading.rules("- name: a\n  limits: 1/1h\n  " + count)
                            .gate();
                    ((Verdict.Pass) gate.decide(TestCall.get("/"))).complete(status);
                    return !passes(gate, TestCall.get("/"));
                })
                .map(String::valueOf)
                .collect(Collectors.joining(","));
        assertThat(keeping).isEqualTo(kept);
    }

    @Test
    void aTierHasLimitsOfItsOwn() {
        HttpGate gate = Loading.rules("""
                        - name: a
                          limits: 1/1h
                          tiers:
                          - { role: gold, limits: 3/1h }
                          - { role: silver, limits: { rate: 2/1h, algorithm: gcra } }
                        """).gate();
        assertThat(allowed(gate, "carol", "silver", "gold")).isEqualTo(3);
        assertThat(allowed(gate, "bob", "silver")).isEqualTo(2);
        assertThat(allowed(gate, "alice", "bronze")).isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "X-Forwarded-For; 192.0.2.1, 198.51.100.7; 198.51.100.7",
                "Forwarded;       for=192.0.2.1, for=198.51.100.7; 198.51.100.7",
                "X-Forwarded-For; 192.0.2.1, 2001:db8:0:1::1; 2001:db8:0:2::",
            })
    void theClientIsFoundBehindItsProxies(String header, String line, String sameClient) {
        HttpGate gate = Loading.yaml("redis: redis://localhost\ntrusted-proxies: [10.0.0.0/8]\nforwarded-header: "
                        + header + "\nipv6-prefix: 48\nrules:\n  - { name: a, key: ip, limits: 1/1h }")
                .gate();
        assertThat(passes(gate, TestCall.get("/").address("10.1.1.1").header(header, line)))
                .isTrue();
        assertThat(passes(gate, TestCall.get("/").address(sameClient))).isFalse();
        assertThat(passes(gate, TestCall.get("/").address("192.0.2.1"))).isTrue();
    }

    @ParameterizedTest
    @CsvSource({
        "enforce, enforce, 1",
        "enforce, shadow, 9",
        "shadow, enforce, 9",
        "shadow, shadow, 9",
    })
    void nothingIsRefused_whenTheGateOrTheRuleIsInShadow(String ofGate, String ofRule, int allowed) {
        HttpGate gate = Loading.yaml("redis: redis://localhost\nmode: " + ofGate
                        + "\nrules:\n  - name: a\n    limits: 1/1h\n    mode: " + ofRule)
                .gate();
        assertThat(allowed(gate, "alice")).isEqualTo(allowed);
    }

    @Test
    void whatShadowWouldHaveSaidIsWritten_whenAskedFor() {
        HttpGate gate = Loading.settings(
                        "redis", "redis://localhost", "limit", "0/1h", "mode", "shadow", "headers", "ratelimit-shadow")
                .gate();
        assertThat(gate.decide(TestCall.get("/")).fields())
                .extracting(Field::name, Field::value)
                .containsExactly(tuple("RateLimit-Shadow", "\"default\";r=0;denied"));
    }

    @ParameterizedTest
    @CsvSource({
        "'', '', true",
        "'on-failure: deny', '', false",
        "'on-failure: deny', 'on-failure: allow', true",
        "'on-failure: allow', 'on-failure: deny', false",
    })
    void theRuleSaysMoreThanTheGate_whenThereIsNoDecision(String ofGate, String ofRule, boolean passes) {
        HttpGate gate = Loading.yaml("redis: redis://localhost\n" + ofGate
                        + "\nrules:\n  - name: a\n    limits: 1/1h\n    " + ofRule)
                .gate(new FailingLimiter());
        assertThat(passes(gate, TestCall.get("/"))).isEqualTo(passes);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '#',
            value = {
                "'' # RateLimit-Policy,RateLimit,X-RateLimit-Limit,X-RateLimit-Remaining,X-RateLimit-Reset",
                "headers: ratelimit # RateLimit-Policy,RateLimit",
                "headers: [x-ratelimit] # X-RateLimit-Limit,X-RateLimit-Remaining,X-RateLimit-Reset",
                "headers: [] # ''",
            })
    void onlyTheseFieldsAreWritten(String headers, String names) {
        HttpGate gate = Loading.yaml("redis: redis://localhost\nrules: [{ name: a, limits: 1/1h }]\n" + headers)
                .gate();
        assertThat(String.join(
                        ",",
                        gate.decide(TestCall.get("/")).fields().stream()
                                .map(Field::name)
                                .toList()))
                .isEqualTo(names);
    }

    @Test
    void noFieldsAreWritten_whenTheSettingHeadersIsEmpty() {
        HttpGate gate = Loading.settings("redis", "redis://localhost", "limit", "1/1h", "headers", "")
                .gate();
        assertThat(gate.decide(TestCall.get("/")).fields()).isEmpty();
    }

    @Test
    void anExcludedPathIsFree() {
        HttpGate gate = Loading.settings(
                        "redis", "redis://localhost", "limit", "0/1h", "exclude", "/health, /static/**")
                .gate();
        assertThat(passes(gate, TestCall.get("/health"))).isTrue();
        assertThat(passes(gate, TestCall.get("/static/a/b.css"))).isTrue();
        assertThat(passes(gate, TestCall.get("/"))).isFalse();
    }
}
