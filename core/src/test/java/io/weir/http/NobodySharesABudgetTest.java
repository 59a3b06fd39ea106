package io.weir.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.Limit;
import io.weir.local.LocalRateLimiter;
import io.weir.testing.RecordingLimiter;
import io.weir.testing.TestCall;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What would be one key if names, types and values were only put one after the other. */
class NobodySharesABudgetTest {

    private final List<String> keys = new ArrayList<>();

    private void decide(String application, String rule, String key, TestCall call) {
        HttpGate gate = HttpGate.builder()
                .application(application)
                .limiter(new RecordingLimiter(
                        LocalRateLimiter.create(), charges -> charges.forEach(charge -> keys.add(charge.key()))))
                .rule(Rule.named(rule)
                        .key(ClientKey.parse(key))
                        .limit(Limit.parse("3/10s"))
                        .build())
                .build();
        assertThat(gate.decide(call)).isInstanceOf(Verdict.Pass.class);
    }

    @Test
    void budgetsAreApart_whereverNameAndClientAreSplit() {
        assertThatThrownBy(() -> Rule.named("a:b").limit(Limit.parse("3/10s")).build())
                .isInstanceOf(IllegalArgumentException.class);
        for (String user : List.of("b:c", "c", "b}:a:c", "{b}", "a:b:c")) {
            decide("shop", "a", "user", TestCall.get("/").user(user));
        }
        decide("shop", "a-b", "user", TestCall.get("/").user("c"));
        assertThat(keys).hasSize(6).doesNotHaveDuplicates();
    }

    @Test
    void budgetsAreApart_whenAUserIsCalledLikeAnAddress() {
        decide("shop", "a", "user | ip", TestCall.get("/").user("127.0.0.1"));
        decide("shop", "a", "user | ip", TestCall.get("/").address("127.0.0.1"));
        decide("shop", "a", "header:X | ip", TestCall.get("/").header("X", "127.0.0.1"));
        decide("shop", "a", "cookie:X | ip", TestCall.get("/").cookie("X", "127.0.0.1"));
        decide("shop", "a", "session | ip", TestCall.get("/").session("127.0.0.1"));
        assertThat(keys).hasSize(5).doesNotHaveDuplicates();
    }

    @Test
    void budgetsAreApart_whenTwoApplicationsHaveARuleOfOneName() {
        decide("shop", "a", "ip", TestCall.get("/"));
        decide("shop-a", "a", "ip", TestCall.get("/"));
        assertThat(keys).hasSize(2).doesNotHaveDuplicates();
    }
}
