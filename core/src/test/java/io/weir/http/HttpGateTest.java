package io.weir.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.Charge;
import io.weir.Limit;
import io.weir.local.LocalRateLimiter;
import io.weir.testing.ManualClock;
import io.weir.testing.RecordingLimiter;
import io.weir.testing.TestCall;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HttpGateTest {

    private static final Limit THREE = Limit.parse("3/10s");

    private final List<String> keys = new ArrayList<>();
    private int calls;
    private final RecordingLimiter limiter =
            new RecordingLimiter(LocalRateLimiter.create(ManualClock.create(), 1000), this::note);

    private void note(List<Charge> charges) {
        calls++;
        charges.forEach(charge -> keys.add(charge.key()));
    }

    private HttpGate gate(Rule.Builder... rules) {
        HttpGate.Builder builder = HttpGate.builder().limiter(limiter);
        for (Rule.Builder rule : rules) {
            builder.rule(rule.build());
        }
        return builder.build();
    }

    private static boolean passes(HttpGate gate, TestCall call) {
        return gate.decide(call) instanceof Verdict.Pass;
    }

    private String keyOf(ClientKey key, TestCall call) {
        gate(Rule.named("api").key(key).limit(THREE)).decide(call);
        return keys.get(keys.size() - 1);
    }

    @Test
    void keyIsPrefixLayoutClientRuleLimitAlgorithm() {
        assertThat(keyOf(ClientKey.parse("ip"), TestCall.get("/")))
                .isEqualTo("weir:default:2:{ip=127.0.0.1}:api:api:log");
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', textBlock = """
            ip                      ; {ip=192.0.2.7}
            user                    ; {user=alice}
            user | ip               ; {user=alice}
            header:X-None | ip      ; {ip=192.0.2.7}
            header:X-None | user    ; {user=alice}
            header:X-None           ; {ip=192.0.2.7}
            cookie:none             ; {ip=192.0.2.7}
            global                  ; {global=all}
            """)
    void keyNamesTheClient(String key, String tag) {
        TestCall call = TestCall.get("/").address("192.0.2.7").user("alice");
        assertThat(keyOf(ClientKey.parse(key), call)).contains(tag);
    }

    @Test
    void secretsNeverReachAKey() {
        TestCall call = TestCall.get("/")
                .header("X", "topsecret")
                .cookie("c", "topsecret")
                .session("topsecret");
        for (String key : List.of("header:X", "cookie:c", "session")) {
            assertThat(keyOf(ClientKey.parse(key), call))
                    .doesNotContain("topsecret")
                    .contains("=#");
        }
    }

    @Test
    void everyClientHasItsOwnKey() {
        Set<String> keys = new HashSet<>();
        keys.add(keyOf(ClientKey.parse("user"), TestCall.get("/").user("127.0.0.1")));
        keys.add(keyOf(ClientKey.parse("user"), TestCall.get("/").address("127.0.0.1")));
        keys.add(keyOf(ClientKey.parse(List.of("user", "ip")), TestCall.get("/").user("a")));
        keys.add(keyOf(ClientKey.parse(List.of("user", "ip")), TestCall.get("/").user("b")));
        keys.add(keyOf(ClientKey.parse(List.of("ip", "user")), TestCall.get("/").user("a")));
        keys.add(keyOf(ClientKey.parse("header:a"), TestCall.get("/").header("a", "x")));
        keys.add(keyOf(ClientKey.parse("header:b"), TestCall.get("/").header("b", "x")));
        keys.add(keyOf(ClientKey.parse("cookie:a"), TestCall.get("/").cookie("a", "x")));
        assertThat(keys).hasSize(8);
    }

    @Test
    void aSecondLineIsNoSecondBudget() {
        for (String other : List.of("made", "up", "key")) {
            TestCall call = TestCall.get("/").header("a", "key").header("a", other);
            assertThat(keyOf(ClientKey.parse("header:a"), call)).contains("{ip=127.0.0.1}");
        }
    }

    @Test
    void applicationsAndRulesKeepApart() {
        for (String application : List.of("shop", "blog")) {
            for (String rule : List.of("a", "b")) {
                HttpGate.builder()
                        .limiter(limiter)
                        .application(application)
                        .rule(Rule.named(rule).limit(THREE).build())
                        .build()
                        .decide(TestCall.get("/"));
            }
        }
        assertThat(new HashSet<>(keys)).hasSize(4);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "ips", "header:", "cookie:", "header:a b", "user |", "ip:x", "IP"})
    void unknownKeyIsRefused(String key) {
        assertThatThrownBy(() -> ClientKey.parse(key))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("allowed: ip, user, session");
    }

    @Test
    void allLimitsOfOneClientShareTheirHashTag() {
        gate(Rule.named("a").limit(THREE), Rule.named("b").limit(THREE).limit(Limit.parse("9/1h")))
                .decide(TestCall.get("/"));
        assertThat(keys).hasSize(3).allMatch(key -> key.contains(":{ip=127.0.0.1}:"));
        assertThat(calls).as("one decision for all").isEqualTo(1);
    }

    @Test
    void ruleIsChargedOncePerRequest_howeverOftenItIsAsked() {
        HttpGate gate = gate(Rule.named("api").limit(THREE));
        TestCall call = TestCall.get("/");
        for (int i = 0; i < 5; i++) {
            assertThat(passes(gate, call)).isTrue();
        }
        assertThat(calls).isEqualTo(1);
        assertThat(gate.decide(call).fields()).as("told once").isEmpty();
    }

    @Test
    void secondGateChargesOnlyWhatTheFirstDidNot() {
        TestCall call = TestCall.get("/");
        gate(Rule.named("api").limit(THREE)).decide(call);
        gate(Rule.named("api").limit(THREE), Rule.named("more").limit(THREE)).decide(call);
        assertThat(keys).extracting(key -> key.split(":", -1)[4]).containsExactly("api", "more");
    }

    @Test
    void excludedPathsAndPreflightsCostNoDecision() {
        HttpGate gate = HttpGate.builder()
                .limiter(limiter)
                .rule(Rule.named("all").limit(Limit.parse("0/1m")).build())
                .exclude("/health", "/static/**")
                .build();
        assertThat(passes(gate, TestCall.get("/health"))).isTrue();
        assertThat(passes(gate, TestCall.get("/static/a/b.css"))).isTrue();
        assertThat(passes(gate, TestCall.preflight("/api"))).isTrue();
        assertThat(calls).isZero();
        assertThat(passes(gate, TestCall.get("/static/../api"))).isFalse();
        assertThat(passes(gate, TestCall.of("OPTIONS", "/api").header("Origin", "https://a.example")))
                .isFalse();
    }

    @Test
    void rulesThatNeedAUserWaitForAuthentication() {
        HttpGate gate = gate(
                Rule.named("address").key(ClientKey.parse("ip")).limit(THREE),
                Rule.named("person").key(ClientKey.parse("user | ip")).limit(THREE));
        TestCall call = TestCall.get("/");
        gate.decideBeforeAuthentication(call, List.of());
        assertThat(keys).hasSize(1).allMatch(key -> key.contains("{ip="));
        gate.decide(call.user("alice"));
        assertThat(keys).hasSize(2);
        assertThat(keys.get(1)).contains("{user=alice}:person");
    }

    @Test
    void refusedRequestGetsBackWhatAnEarlierPhaseCharged() {
        HttpGate gate = gate(
                Rule.named("address").key(ClientKey.parse("ip")).limit(THREE),
                Rule.named("person")
                        .key(ClientKey.parse("user"))
                        .count(status -> true)
                        .limit(Limit.parse("1/10s")));
        for (int i = 0; i < 5; i++) {
            TestCall call = TestCall.get("/");
            Verdict early = gate.decideBeforeAuthentication(call, List.of());
            assertThat(early).as("request %d", i).isInstanceOf(Verdict.Pass.class);
            Verdict late = gate.decide(call.user("alice"));
            assertThat(late).isInstanceOf(i == 0 ? Verdict.Pass.class : Verdict.Reject.class);
            early.complete(200);
        }
        assertThat(passes(gate, TestCall.get("/").user("bob"))).isTrue();
        assertThat(passes(gate, TestCall.get("/").user("carol"))).isTrue();
        assertThat(passes(gate, TestCall.get("/").user("dave")))
                .as("three of the address")
                .isFalse();
    }

    @Test
    void userIsKnownEarly_whenTheContainerAuthenticated() {
        gate(Rule.named("person").key(ClientKey.parse("user")).limit(THREE))
                .decideBeforeAuthentication(TestCall.get("/").user("alice"), List.of());
        assertThat(keys).hasSize(1).allMatch(key -> key.contains("{user=alice}"));
    }

    @Test
    void namedRuleHoldsWhereverItIsNamed_andOnlyForItsMethods() {
        Rule named = Rule.named("export").paths().methods("GET").limit(THREE).build();
        HttpGate gate = HttpGate.builder().limiter(limiter).rule(named).build();
        assertThat(gate.rule("export")).contains(named);
        gate.decide(TestCall.get("/x"));
        assertThat(calls).as("no path is covered").isZero();
        gate.decide(TestCall.post("/x"), List.of(named));
        assertThat(calls).as("another method").isZero();
        gate.decide(TestCall.of("HEAD", "/x"), List.of(named));
        assertThat(calls).as("HEAD is what GET is").isEqualTo(1);
    }

    @Test
    void costIsTaken() {
        HttpGate gate = gate(Rule.named("api").cost(2).limit(THREE));
        assertThat(passes(gate, TestCall.get("/"))).isTrue();
        assertThat(passes(gate, TestCall.get("/"))).isFalse();
    }

    @Test
    void refusalThatNoWaitHelpsSaysSo() {
        HttpGate gate = gate(Rule.named("api").cost(4).limit(THREE));
        Verdict.Reject reject = (Verdict.Reject) gate.decide(TestCall.get("/"));
        assertThat(reject.fields()).extracting(Field::name).doesNotContain("Retry-After");
        assertThat(reject.body()).contains("more than is ever allowed");
    }

    @Test
    void namesThatDifferOnlyInCaseAreRefused() {
        assertThatThrownBy(() ->
                        gate(Rule.named("api").limit(THREE), Rule.named("API").limit(THREE)))
                .hasMessageContaining("two rules are named 'API'");
        assertThatThrownBy(() -> gate(
                        Rule.named("a").limit(THREE.named("x")), Rule.named("b").limit(THREE.named("X"))))
                .hasMessageContaining("limit named 'X'");
        assertThatThrownBy(() -> Rule.named("a").limit(THREE).limit(THREE).build())
                .hasMessageContaining("two limits named 'a-10s'");
        assertThatThrownBy(() -> HttpGate.builder().build()).hasMessageContaining("no limiter");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "1a", "a b", "a:b", "a\"b", "ä"})
    void namesThatWouldNeedEscapingAreRefused(String name) {
        assertThatThrownBy(() -> Rule.named(name))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("name '" + name + "' is not allowed");
    }

    @Test
    void lowerCaseMethodIsRefused() {
        assertThatThrownBy(() -> Rule.named("a").methods("get")).hasMessageContaining("upper-case");
    }

    @Test
    void gateClosesItsLimiter() {
        gate(Rule.named("a").limit(THREE)).close();
        assertThat(limiter.isClosed()).isTrue();
    }
}
