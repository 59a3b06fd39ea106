package io.weir.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.Charge;
import io.weir.Decision;
import io.weir.RateLimiter;
import io.weir.RateLimiterException;
import io.weir.http.Field;
import io.weir.http.HttpGate;
import io.weir.http.Verdict;
import io.weir.testing.TestCall;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a configuration says and a rule's text does not show. */
class GateBehaviourTest {

    /** A limiter without a store: never decides. */
    private static final class Undecided implements RateLimiter {

        @Override
        public Decision acquire(List<Charge> charges) {
            throw new RateLimiterException("there is no store");
        }

        @Override
        public CompletableFuture<Decision> acquireAsync(List<Charge> charges) {
            return CompletableFuture.failedFuture(new RateLimiterException("there is no store"));
        }

        @Override
        public CompletableFuture<Void> refund(Decision decision) {
            return CompletableFuture.completedFuture(null);
        }

        @Override
        public CompletableFuture<Void> reset(String key) {
            return CompletableFuture.completedFuture(null);
        }
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
                .gate(new Undecided());
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
