package io.weir.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.Algorithm;
import io.weir.Decision;
import io.weir.Limit;
import io.weir.RateLimiter;
import io.weir.RateLimiterException;
import io.weir.local.LocalRateLimiter;
import io.weir.testing.FailingLimiter;
import io.weir.testing.ManualClock;
import io.weir.testing.TestCall;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a rule can say beyond a limit: cost, count by response, tiers, shadow; and a gate that is reloaded. */
class GateFeaturesTest {

    private final RateLimiter limiter = LocalRateLimiter.create(ManualClock.create(), 1000);
    private final List<String> heard = new ArrayList<>();
    private final GateListener listener = new GateListener() {
        @Override
        public void decided(Rule rule, Outcome outcome, Decision decision) {
            heard.add(rule.name() + " " + outcome);
        }

        @Override
        public void undecided(Rule rule, FailurePolicy policy, RateLimiterException cause) {
            heard.add(rule.name() + " undecided " + policy);
        }

        @Override
        public void keyAbsent(Rule rule) {
            heard.add(rule.name() + " absent");
        }

        @Override
        public void addressUnresolved(String standIn) {
            heard.add("unresolved " + standIn);
        }
    };

    private HttpGate gate(Rule.Builder... rules) {
        return builder(rules).build();
    }

    private HttpGate.Builder builder(Rule.Builder... rules) {
        HttpGate.Builder builder = HttpGate.builder().limiter(limiter).listener(listener);
        for (Rule.Builder rule : rules) {
            builder.rule(rule.build());
        }
        return builder;
    }

    private static boolean passes(HttpGate gate, TestCall call) {
        return gate.decide(call) instanceof Verdict.Pass;
    }

    private static List<Boolean> passes(HttpGate gate, int times) {
        return IntStream.range(0, times)
                .mapToObj(i -> passes(gate, TestCall.get("/")))
                .toList();
    }

    private static List<Algorithm> algorithms() {
        return io.weir.AlgorithmsContract.algorithms().toList();
    }

    // Cost.

    @Test
    void headerNamesTheCost() {
        HttpGate gate =
                gate(Rule.named("api").cost(RequestCost.ofHeader("X-Cost", 5)).limit(Limit.parse("10/1m")));
        assertThat(passes(gate, TestCall.get("/").header("X-Cost", "5"))).isTrue();
        assertThat(passes(gate, TestCall.get("/"))).isTrue();
        assertThat(passes(gate, TestCall.get("/").header("X-Cost", " 4 "))).isTrue();
        assertThat(passes(gate, TestCall.get("/"))).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "6", "-1", "x", "1.5", "", "1,2", "9999999999999999999", "+1", "0x1", "１"})
    void badCostIsAnsweredWith400AndChargedNothing(String value) {
        HttpGate gate =
                gate(Rule.named("api").cost(RequestCost.ofHeader("X-Cost", 5)).limit(Limit.parse("1/1m")));
        Verdict.Reject reject = (Verdict.Reject) gate.decide(TestCall.get("/").header("X-Cost", value));
        assertThat(reject.status()).isEqualTo(400);
        assertThat(reject.contentType()).isEqualTo("application/problem+json");
        assertThat(reject.body())
                .isEqualTo("{\"type\":\"about:blank\",\"title\":\"Bad Request\",\"status\":400,"
                        + "\"detail\":\"Field X-Cost must be one whole number from 1 to 5.\"}");
        assertThat(passes(gate, TestCall.get("/"))).isTrue();
    }

    @Test
    void twoLinesOfACostAreRefused() {
        HttpGate gate =
                gate(Rule.named("api").cost(RequestCost.ofHeader("X-Cost", 5)).limit(Limit.parse("9/1m")));
        assertThat(passes(gate, TestCall.get("/").header("X-Cost", "1").header("X-Cost", "1")))
                .isFalse();
    }

    @Test
    void codeNamesTheCost() {
        HttpGate gate = gate(Rule.named("api")
                .cost(call -> call.method().equals("POST") ? 3 : 0)
                .limit(Limit.parse("3/1m")));
        assertThat(passes(gate, TestCall.get("/"))).as("only looks").isTrue();
        assertThat(passes(gate, TestCall.post("/"))).isTrue();
        assertThat(passes(gate, TestCall.get("/"))).isFalse();
        assertThatThrownBy(() -> RequestCost.of(-1)).hasMessageContaining("cost is -1");
        assertThatThrownBy(() -> RequestCost.ofHeader("X", 0)).hasMessageContaining("allowed: 1 and more");
    }

    // Count by response.

    @ParameterizedTest
    @MethodSource("algorithms")
    void goodLoginsAreFree_andFiveBadOnesLockOut(Algorithm algorithm) {
        HttpGate gate = gate(Rule.named("login")
                .count(status -> status == 401)
                .limit(Limit.parse("5/15m").countedBy(algorithm)));
        for (int i = 0; i < 20; i++) {
            Verdict verdict = gate.decide(TestCall.post("/"));
            assertThat(verdict).isInstanceOf(Verdict.Pass.class);
            assertThat(verdict.awaitsCompletion()).isTrue();
            verdict.complete(200);
        }
        for (int i = 0; i < 5; i++) {
            gate.decide(TestCall.post("/")).complete(401);
        }
        assertThat(passes(gate, TestCall.post("/"))).isFalse();
    }

    @Test
    void onlyTheFirstCompletionCounts() {
        HttpGate gate = gate(Rule.named("login").count(status -> status == 401).limit(Limit.parse("2/15m")));
        Verdict verdict = gate.decide(TestCall.post("/"));
        verdict.complete(401);
        verdict.complete(200);
        gate.decide(TestCall.post("/")).complete(401);
        assertThat(passes(gate, TestCall.post("/"))).isFalse();
    }

    @Test
    void onlyTheRuleThatDoesNotCountGetsItsChargeBack() {
        HttpGate gate = gate(
                Rule.named("login").count(status -> status >= 400).limit(Limit.parse("1/15m")),
                Rule.named("all").limit(Limit.parse("3/1m")));
        for (int i = 0; i < 3; i++) {
            gate.decide(TestCall.post("/")).complete(200);
        }
        assertThat(((Verdict.Reject) gate.decide(TestCall.post("/"))).body()).endsWith("[\"all\"]}");
    }

    @Test
    void nothingAwaitsCompletion_whereEveryResponseCounts() {
        Verdict verdict = gate(Rule.named("api").limit(Limit.parse("3/1m"))).decide(TestCall.get("/"));
        assertThat(verdict.awaitsCompletion()).isFalse();
        verdict.complete(200);
    }

    // Tiers.

    @Test
    void tierIsTheFirstRoleThatTheUserHas() {
        HttpGate gate = gate(Rule.named("api")
                .tier("gold", List.of(Limit.parse("3/1m")))
                .tier("silver", List.of(Limit.parse("2/1m")))
                .limit(Limit.parse("1/1m")));
        assertThat(admitted(gate, TestCall.get("/").user("a"))).isEqualTo(1);
        assertThat(admitted(gate, TestCall.get("/").user("b").roles("silver"))).isEqualTo(2);
        assertThat(admitted(gate, TestCall.get("/").user("c").roles("silver", "gold")))
                .isEqualTo(3);
        assertThat(admitted(gate, TestCall.get("/").user("d").roles("bronze"))).isEqualTo(1);
    }

    @Test
    void resolverNamesTheTier_andAChangedTierHoldsOnTheNextRequest() {
        String[] tier = {"free"};
        HttpGate gate = gate(Rule.named("api")
                .tier("paid", List.of(Limit.parse("4/1m")))
                .tierResolver(call -> tier[0])
                .limit(Limit.parse("1/1m")));
        assertThat(passes(gate, 2)).containsExactly(true, false);
        tier[0] = "paid";
        assertThat(passes(gate, 4)).as("the one of before counts").containsExactly(true, true, true, false);
        tier[0] = null;
        assertThat(passes(gate, 1)).containsExactly(false);
    }

    @Test
    void ruleWithTiersByRoleWaitsForAuthentication() {
        HttpGate gate = gate(Rule.named("api")
                .key(ClientKey.parse("ip"))
                .tier("gold", List.of(Limit.parse("3/1m")))
                .limit(Limit.parse("1/1m")));
        gate.decideBeforeAuthentication(TestCall.get("/"), List.of());
        assertThat(heard).isEmpty();
    }

    private static long admitted(HttpGate gate, TestCall call) {
        return IntStream.range(0, 10)
                .filter(i -> {
                    TestCall again = TestCall.get("/").user(call.principal());
                    again.roles(List.of("gold", "silver", "bronze").stream()
                            .filter(call::hasRole)
                            .toArray(String[]::new));
                    return passes(gate, again);
                })
                .count();
    }

    // Shadow.

    @Test
    void ruleInShadowIsDecidedAndReported_andRefusesNobody() {
        HttpGate gate = gate(
                Rule.named("watched").shadow().limit(Limit.parse("1/1m")),
                Rule.named("enforced").limit(Limit.parse("3/1m")));
        assertThat(passes(gate, 4)).containsExactly(true, true, true, false);
        assertThat(heard)
                .containsExactly(
                        "enforced allowed",
                        "watched allowed",
                        "enforced allowed",
                        "watched shadow-denied",
                        "enforced allowed",
                        "watched shadow-denied",
                        "enforced denied");
    }

    @Test
    void ruleInShadowCountsByResponseAsIfItWereEnforced() {
        HttpGate gate = gate(
                Rule.named("watched").shadow().count(status -> status == 401).limit(Limit.parse("1/1m")));
        for (int status : new int[] {200, 200, 401, 200}) {
            gate.decide(TestCall.get("/")).complete(status);
        }
        assertThat(heard)
                .containsExactly("watched allowed", "watched allowed", "watched allowed", "watched shadow-denied");
    }

    @Test
    void shadowIsNotChargedAgainstWhoeverEnforcesTheSameRule() {
        HttpGate watching =
                builder(Rule.named("api").limit(Limit.parse("1/1m"))).shadow().build();
        HttpGate enforcing = gate(Rule.named("api").limit(Limit.parse("1/1m")));
        assertThat(passes(watching, 3)).containsExactly(true, true, true);
        assertThat(passes(enforcing, 2)).containsExactly(true, false);
    }

    @Test
    void shadowIsToldToTheClientOnlyIfAskedFor() {
        Rule.Builder watched = Rule.named("watched").shadow().limit(Limit.parse("1/1m"));
        assertThat(gate(watched).decide(TestCall.get("/")).fields()).isEmpty();
        HttpGate telling = builder(watched).fields(List.of(FieldFamily.SHADOW)).build();
        assertThat(telling.decide(TestCall.get("/").address("192.0.2.1")).fields())
                .containsExactly(Field.member("RateLimit-Shadow", "\"watched\";r=0;t=60"));
        assertThat(telling.decide(TestCall.get("/").address("192.0.2.1")).fields())
                .containsExactly(Field.member("RateLimit-Shadow", "\"watched\";r=0;t=60;denied"));
    }

    @Test
    void shadowRefusesNobody_whenACostIsNoNumber() {
        HttpGate gate = gate(
                Rule.named("watched")
                        .shadow()
                        .cost(RequestCost.ofHeader("X-Cost", 5))
                        .limit(Limit.parse("1/1m")),
                Rule.named("enforced").limit(Limit.parse("1/1m")));
        assertThat(passes(gate, TestCall.get("/").header("X-Cost", "many"))).isTrue();
        assertThat(heard).containsExactly("enforced allowed");
    }

    @Test
    void shadowThatCannotBeDecidedRefusesNobody() {
        HttpGate gate = HttpGate.builder()
                .limiter(new FailingLimiter())
                .listener(listener)
                .onFailure(FailurePolicy.DENY)
                .rule(Rule.named("watched").shadow().limit(Limit.parse("1/1m")).build())
                .build();
        assertThat(passes(gate, TestCall.get("/"))).isTrue();
        assertThat(heard).containsExactly("watched undecided ALLOW");
    }

    // Reload.

    @Test
    void reloadedRulesHoldOnTheNextCall_andWhatWasCountedStays() {
        HttpGate gate = gate(Rule.named("api").limit(Limit.parse("2/1m")));
        assertThat(passes(gate, 3)).containsExactly(true, true, false);
        gate.reload(builder(
                Rule.named("api").limit(Limit.parse("4/1m")), Rule.named("more").limit(Limit.parse("9/1m"))));
        assertThat(gate.rules()).extracting(Rule::name).containsExactly("api", "more");
        assertThat(passes(gate, 3)).containsExactly(true, true, false);
    }

    @Test
    void badReloadChangesNothing() {
        HttpGate gate = gate(Rule.named("api").limit(Limit.parse("2/1m")));
        HttpGate.Builder bad = builder(
                Rule.named("a").limit(Limit.parse("1/1m")), Rule.named("A").limit(Limit.parse("1/1m")));
        assertThatThrownBy(() -> gate.reload(bad)).isInstanceOf(IllegalArgumentException.class);
        assertThat(gate.rules()).extracting(Rule::name).containsExactly("api");
    }

    // Keys.

    @Test
    void pathKeyIsThePattern_neverItsVariableParts() {
        HttpGate gate = gate(Rule.named("api")
                .paths("/users/{id}", "/orders/**")
                .key(ClientKey.parse("path"))
                .limit(Limit.parse("2/1m")));
        assertThat(passes(gate, TestCall.get("/users/1"))).isTrue();
        assertThat(passes(gate, TestCall.get("/users/2").address("192.0.2.7"))).isTrue();
        assertThat(passes(gate, TestCall.get("/users/3"))).isFalse();
        assertThat(passes(gate, TestCall.get("/orders/1/2"))).isTrue();
        assertThat(passes(gate, TestCall.get("/orders"))).isTrue();
        assertThat(passes(gate, TestCall.get("/orders/9"))).isFalse();
    }

    @Test
    void everyClientHasABudgetForEachPattern_whenKeyIsAddressAndPath() {
        HttpGate gate = gate(Rule.named("api")
                .paths("/a/**", "/b/**")
                .key(ClientKey.parse(List.of("ip", "path")))
                .limit(Limit.parse("1/1m")));
        assertThat(passes(gate, TestCall.get("/a/1"))).isTrue();
        assertThat(passes(gate, TestCall.get("/a/2"))).isFalse();
        assertThat(passes(gate, TestCall.get("/b/1"))).isTrue();
        assertThat(passes(gate, TestCall.get("/a/1").address("192.0.2.7"))).isTrue();
    }

    @Test
    void everyPathIsOnePattern_whenTheRuleNamesNone() {
        HttpGate gate = gate(Rule.named("api").key(ClientKey.parse("path")).limit(Limit.parse("1/1m")));
        assertThat(passes(gate, TestCall.get("/a"))).isTrue();
        assertThat(passes(gate, TestCall.get("/b"))).isFalse();
    }

    @Test
    void templateOfTheContainerIsTheKey_andIsWaitedFor() {
        HttpGate gate = gate(Rule.named("api").key(ClientKey.parse("path")).limit(Limit.parse("1/1m")));
        for (String template : List.of("/users/{id}", "/users/{id}/orders")) {
            assertThat(gate.decideBeforeMatching(TestCall.get("/users/1"))).isEqualTo(Verdict.Pass.SILENT);
            assertThat(passes(gate, TestCall.get("/users/1").template(template)))
                    .isTrue();
            assertThat(passes(gate, TestCall.get("/users/2").template(template)))
                    .isFalse();
        }
    }

    @Test
    void absentKeyIsHeardOncePerRule_whateverStandsIn() {
        HttpGate gate = gate(
                Rule.named("a")
                        .key(ClientKey.parse(List.of("header:X", "cookie:c")))
                        .limit(Limit.parse("9/1m")),
                Rule.named("b").key(ClientKey.parse("header:X | ip")).limit(Limit.parse("9/1m")),
                Rule.named("c").key(ClientKey.parse("header:X | user")).limit(Limit.parse("9/1m")));
        gate.decide(TestCall.get("/"));
        assertThat(heard).filteredOn(line -> line.endsWith("absent")).containsExactly("a absent", "c absent");
    }

    @Test
    void unresolvedAddressIsHeard_whenAProxyWritesNone() {
        HttpGate gate = builder(Rule.named("a").key(ClientKey.parse("ip")).limit(Limit.parse("9/1m")))
                .trustedProxies("10.0.0.0/8")
                .build();
        for (String element : List.of("host.example", "unknown", "1.2.3", "", " ,, ", "x".repeat(8192))) {
            gate.decide(TestCall.get("/").address("10.0.0.1").header("X-Forwarded-For", element));
            assertThat(heard).as(element).contains("unresolved 10.0.0.1");
            heard.clear();
        }
        gate.decide(TestCall.get("/").address("10.0.0.1").header("X-Forwarded-For", "192.0.2.7"));
        gate.decide(TestCall.get("/").address("10.0.0.1"));
        assertThat(heard).noneMatch(line -> line.startsWith("unresolved"));
    }

    // Fields.

    @Test
    void fieldsAreExposedToOtherOrigins_onARefusalAndAnOutageToo() {
        HttpGate gate = builder(Rule.named("a").limit(Limit.parse("1/1m")))
                .fields(List.of(FieldFamily.RATELIMIT))
                .exposeFields()
                .build();
        Field exposed = Field.member("Access-Control-Expose-Headers", "RateLimit-Policy, RateLimit, Retry-After");
        assertThat(gate.decide(TestCall.get("/")).fields()).contains(exposed);
        assertThat(gate.decide(TestCall.get("/")).fields()).contains(exposed);
        assertThat(HttpGate.builder()
                        .limiter(new FailingLimiter())
                        .rule(Rule.named("a").limit(Limit.parse("1/1m")).build())
                        .onFailure(FailurePolicy.DENY)
                        .fields(List.of(FieldFamily.RATELIMIT))
                        .exposeFields()
                        .build()
                        .decide(TestCall.get("/"))
                        .fields())
                .contains(exposed);
    }

    // When the limiter fails.

    private final RateLimiter standIn = LocalRateLimiter.create(ManualClock.create(), 1000);

    private HttpGate.Builder failing(Rule.Builder... rules) {
        return builder(rules).limiter(new FailingLimiter()).fallback(standIn);
    }

    @Test
    void sameLimitsHoldInThisJvm_whenThereIsAFallback() {
        HttpGate gate = failing(
                        Rule.named("a").limit(Limit.parse("2/1m")),
                        Rule.named("b").limit(Limit.parse("9/1m")))
                .build();
        assertThat(passes(gate, 3)).containsExactly(true, true, false);
        assertThat(gate.decide(TestCall.get("/")).fields())
                .contains(Field.member("RateLimit-Policy", "\"a\";q=2;w=60, \"b\";q=9;w=60"));
        assertThat(heard)
                .startsWith("a undecided LOCAL", "b undecided LOCAL", "a local", "b local")
                .endsWith("a denied", "b local");
    }

    @Test
    void everyRuleFollowsItsOwnPolicy_andOneThatDeniesIsEnough() {
        HttpGate gate = failing(
                        Rule.named("local").limit(Limit.parse("2/1m")),
                        Rule.named("open").limit(Limit.parse("0/1m")).onFailure(FailurePolicy.ALLOW),
                        Rule.named("closed")
                                .methods("POST")
                                .limit(Limit.parse("9/1m"))
                                .onFailure(FailurePolicy.DENY))
                .build();
        assertThat(gate.decide(TestCall.post("/")))
                .isInstanceOfSatisfying(
                        Verdict.Reject.class,
                        reject -> assertThat(reject.status()).isEqualTo(503));
        assertThat(passes(gate, 3)).as("the refused one took nothing").containsExactly(true, true, false);
    }

    @Test
    void chargesAreReturnedToWhoTookThem_whenTheFallbackDecided() {
        HttpGate gate = failing(Rule.named("a").limit(Limit.parse("2/1m")).count(status -> status == 401))
                .build();
        for (int i = 0; i < 5; i++) {
            Verdict verdict = gate.decide(TestCall.get("/"));
            assertThat(verdict).isInstanceOf(Verdict.Pass.class);
            verdict.complete(200);
        }
        gate.decide(TestCall.get("/")).complete(401);
        gate.decide(TestCall.get("/")).complete(401);
        assertThat(passes(gate, TestCall.get("/"))).isFalse();
    }

    @Test
    void rulesInShadowAreDecidedByTheFallbackToo() {
        HttpGate gate =
                failing(Rule.named("a").limit(Limit.parse("1/1m")).shadow()).build();
        assertThat(passes(gate, 2)).containsOnly(true);
        assertThat(heard).containsExactly("a undecided LOCAL", "a local", "a undecided LOCAL", "a shadow-denied");
    }

    @Test
    void localIsRefused_whenThereIsNoFallback() {
        Rule.Builder local = Rule.named("a").limit(Limit.parse("1/1m")).onFailure(FailurePolicy.LOCAL);
        assertThatThrownBy(() -> builder(local).build())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("on-failure is local, and the gate has no fallback");
        HttpGate gate = gate(Rule.named("a").limit(Limit.parse("1/1m")));
        assertThatThrownBy(() -> gate.reload(builder(local))).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void fallbackHoldsOn_whenTheGateIsReloaded() {
        HttpGate gate = failing(Rule.named("a").limit(Limit.parse("1/1m"))).build();
        assertThat(passes(gate, 2)).containsExactly(true, false);
        gate.reload(HttpGate.builder()
                .rule(Rule.named("a").limit(Limit.parse("2/1m")).build()));
        assertThat(passes(gate, 2)).containsExactly(true, false);
    }
}
