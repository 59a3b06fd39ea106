package io.weir.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.Algorithm;
import io.weir.Decision.Source;
import io.weir.Limit;
import io.weir.RateLimiter;
import io.weir.RateLimiterException.Kind;
import io.weir.local.LocalRateLimiter;
import io.weir.resilience.DenialCache;
import io.weir.testing.FailingLimiter;
import io.weir.testing.ManualClock;
import io.weir.testing.TestCall;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Every request is counted once for each rule that it was decided by. */
class GateCountersTest {

    private static RateLimiter local() {
        return LocalRateLimiter.create(ManualClock.create(), 1000);
    }

    private static Rule.Builder rule(String name, String limit) {
        return Rule.named(name).limit(Limit.parse(limit));
    }

    private static HttpGate.Builder builder(RateLimiter limiter, Rule.Builder... rules) {
        HttpGate.Builder builder = HttpGate.builder().limiter(limiter);
        for (Rule.Builder rule : rules) {
            builder.rule(rule.build());
        }
        return builder;
    }

    private static RuleCounters ask(HttpGate gate, int requests) {
        for (int i = 0; i < requests; i++) {
            Verdict unused = gate.decide(TestCall.get("/"));
        }
        return counters(gate, gate.rules().get(0).name());
    }

    private static RuleCounters counters(HttpGate gate, String rule) {
        return gate.counters().rules().stream()
                .filter(counters -> counters.rule().equals(rule))
                .findFirst()
                .orElseThrow();
    }

    /** What is not 0, as text. */
    private static List<String> counted(RuleCounters counters) {
        List<String> counted = new ArrayList<>();
        for (Outcome outcome : Outcome.values()) {
            for (Source source : Source.values()) {
                if (counters.count(outcome, source) != 0) {
                    counted.add(outcome + " " + source + " " + counters.count(outcome, source));
                }
            }
        }
        return counted;
    }

    @Test
    void allowedAndDeniedAreCountedBySource() {
        RuleCounters counters =
                ask(builder(DenialCache.before(local()), rule("a", "2/1m")).build(), 5);
        assertThat(counted(counters)).containsExactly("allowed local 2", "denied local 1", "denied denial-cache 2");
        assertThat(counters.count(Outcome.DENIED)).isEqualTo(3);
    }

    @Test
    void aRuleIsCountedByItsOwnWord_whenAnotherRefuses() {
        HttpGate gate = builder(local(), rule("a", "9/1m"), rule("b", "1/1m")).build();
        assertThat(counted(ask(gate, 3))).containsExactly("allowed local 3");
        assertThat(counted(counters(gate, "b"))).containsExactly("allowed local 1", "denied local 2");
    }

    @Test
    void shadowIsCountedApart_whetherTheRuleIsInShadowOrTheGate() {
        HttpGate ofRule = builder(local(), rule("a", "1/1m").shadow()).build();
        assertThat(counted(ask(ofRule, 3))).containsExactly("allowed local 1", "shadow-denied local 2");
        HttpGate whole = builder(local(), rule("a", "1/1m")).shadow().build();
        assertThat(counted(ask(whole, 3))).containsExactly("allowed local 1", "shadow-denied local 2");
    }

    @Test
    void theLimitIsNear_whenLessThanAFifthIsLeft() {
        assertThat(ask(builder(local(), rule("a", "10/1m")).build(), 8).nearLimit())
                .as("2 of 10 left")
                .isZero();
        assertThat(ask(builder(local(), rule("a", "10/1m")).build(), 20).nearLimit())
                .as("1 left, and none")
                .isEqualTo(2);
        assertThat(ask(builder(local(), rule("a", "10/1m").shadow()).build(), 20)
                        .nearLimit())
                .isEqualTo(2);
    }

    @Test
    void theLimitIsNear_whenLessThanAFifthOfABurstIsLeft() {
        Limit bursts = Limit.parse("100/1m").countedBy(new Algorithm.Gcra(10));
        HttpGate gate = builder(local(), Rule.named("a").limit(bursts)).build();
        assertThat(ask(gate, 8).nearLimit()).isZero();
        assertThat(ask(gate, 2).nearLimit()).isEqualTo(2);
    }

    @Test
    void whatIsUndecidedIsCountedByWhatBecameOfIt() {
        HttpGate gate = builder(
                        new FailingLimiter(),
                        rule("local", "2/1m").paths("/local"),
                        rule("open", "2/1m").paths("/open").onFailure(FailurePolicy.ALLOW),
                        rule("closed", "2/1m").paths("/closed").onFailure(FailurePolicy.DENY),
                        rule("watched", "2/1m")
                                .paths("/watched")
                                .onFailure(FailurePolicy.DENY)
                                .shadow())
                .fallback(local())
                .build();
        for (String path : List.of("/local", "/open", "/closed", "/watched")) {
            IntStream.range(0, 3).forEach(i -> gate.decide(TestCall.get(path)));
        }
        assertThat(counted(counters(gate, "local"))).containsExactly("denied local 1", "local local 2");
        assertThat(counted(counters(gate, "open"))).containsExactly("failed-open failure-policy 3");
        assertThat(counted(counters(gate, "closed"))).containsExactly("failed-closed failure-policy 3");
        assertThat(counted(counters(gate, "watched"))).containsExactly("failed-open failure-policy 3");
        assertThat(gate.counters().undecided(Kind.OUTAGE)).isEqualTo(12);
        assertThat(gate.counters().undecided(Kind.MISCONFIGURED)).isZero();
    }

    @Test
    void everyRuleFailedClosed_whenOneOfThemDeniesWhatIsUndecided() {
        HttpGate gate = builder(
                        new FailingLimiter(),
                        rule("a", "2/1m"),
                        rule("b", "2/1m").onFailure(FailurePolicy.DENY))
                .fallback(local())
                .build();
        assertThat(counted(ask(gate, 3))).containsExactly("failed-closed failure-policy 3");
        assertThat(counted(counters(gate, "b"))).containsExactly("failed-closed failure-policy 3");
    }

    @Test
    void identitiesThatWereNotThereAreCounted() {
        HttpGate gate = builder(local(), rule("a", "9/1m").key(ClientKey.parse("header:X")))
                .trustedProxies("127.0.0.1")
                .build();
        Verdict unused = gate.decide(TestCall.get("/").header("X-Forwarded-For", "unknown"));
        assertThat(counters(gate, "a").keysAbsent()).isEqualTo(1);
        assertThat(gate.counters().addressesUnresolved()).isEqualTo(1);
    }

    @Test
    void rulesAreThereFromTheStart_whenReloaded_andWhenNamedByCode() {
        HttpGate gate = builder(local(), rule("a", "9/1m")).build();
        List<String> seen = new ArrayList<>();
        gate.counters().observe(counters -> seen.add(counters.rule()));
        assertThat(seen).containsExactly("a");
        gate.reload(builder(local(), rule("b", "9/1m")));
        Verdict unused = gate.decide(
                TestCall.get("/"), List.of(rule("c", "9/1m").paths("/c").build()));
        assertThat(seen).containsExactly("a", "b", "c");
    }

    @Test
    void namesAreBounded_whenCodeMakesRulesWithoutEnd() {
        HttpGate gate = builder(local()).build();
        for (int i = 0; i < 1100; i++) {
            Verdict unused = gate.decide(
                    TestCall.get("/"), List.of(rule("r" + i, "9/1m").paths("/c").build()));
        }
        assertThat(gate.counters().rules()).hasSize(1001);
        assertThat(counters(gate, GateCounters.OTHERS).count(Outcome.ALLOWED)).isEqualTo(100);
    }
}
