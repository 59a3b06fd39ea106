package io.weir.micrometer;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Metrics;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.weir.Limit;
import io.weir.http.HttpGate;
import io.weir.http.Rule;
import io.weir.http.Verdict;
import io.weir.local.LocalRateLimiter;
import io.weir.testing.Logged;
import io.weir.testing.TestCall;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Meters come and go with their gate. */
class RateLimitMetricsTest {

    private final MeterRegistry registry = new SimpleMeterRegistry();

    private static HttpGate gate(String application) {
        return HttpGate.builder()
                .application(application)
                .limiter(LocalRateLimiter.create())
                .rule(rule("api"))
                .build();
    }

    private static Rule rule(String name) {
        return Rule.named(name).limit(Limit.parse("100/1h")).build();
    }

    private static double allowed(MeterRegistry registry, String application, String rule) {
        return registry.get("weir.decisions")
                .tags("application", application, "rule", rule, "outcome", "allowed", "source", "local")
                .functionCounter()
                .count();
    }

    @Test
    void aRuleIsShownFromTheStart_andAnotherWhenItComes() {
        HttpGate gate = gate("shop");
        new RateLimitMetrics(gate).bindTo(registry);
        assertThat(allowed(registry, "shop", "api")).isZero();
        Verdict unused = gate.decide(TestCall.get("/"), List.of(rule("annotated")));
        assertThat(allowed(registry, "shop", "api")).isEqualTo(1);
        assertThat(allowed(registry, "shop", "annotated")).isEqualTo(1);
    }

    @Test
    void nothingThatAClientSendsIsATag() {
        HttpGate gate = gate("shop");
        new RateLimitMetrics(gate).bindTo(registry);
        int before = registry.getMeters().size();
        for (int i = 0; i < 50; i++) {
            Verdict unused = gate.decide(TestCall.get("/path" + i)
                    .address("192.0.2." + i)
                    .user("user" + i)
                    .header("X-Forwarded-For", "198.51.100." + i));
        }
        assertThat(registry.getMeters()).hasSize(before);
        assertThat(registry.getMeters())
                .flatExtracting(meter -> meter.getId().getTags())
                .extracting(Tag::getValue)
                .noneMatch(value -> value.contains("path") || value.contains("user") || value.contains("192.0.2"));
    }

    @Test
    void nothingStays_whenItIsClosed() {
        HttpGate gate = gate("shop");
        try (RateLimitMetrics metrics = new RateLimitMetrics(gate)) {
            metrics.bindTo(registry);
            assertThat(registry.getMeters()).isNotEmpty();
        }
        Verdict unused = gate.decide(TestCall.get("/"), List.of(rule("late")));
        assertThat(registry.getMeters()).isEmpty();
    }

    @Test
    void aSecondGateOfTheSameApplicationIsNotTakenForTheFirst() {
        HttpGate first = gate("shop");
        HttpGate second = gate("shop");
        Verdict unused = second.decide(TestCall.get("/"));
        try (Logged log = Logged.of(RateLimitMetrics.class);
                RateLimitMetrics metrics = new RateLimitMetrics(second)) {
            new RateLimitMetrics(first).bindTo(registry);
            metrics.bindTo(registry);
            assertThat(log.messages()).singleElement().asString().contains("application 'shop' already");
        }
        assertThat(allowed(registry, "shop", "api")).as("that of the first").isZero();
    }

    @Test
    void applicationsAreToldApart() {
        HttpGate shop = gate("shop");
        HttpGate office = gate("office");
        new RateLimitMetrics(shop).bindTo(registry);
        new RateLimitMetrics(office).bindTo(registry);
        Verdict unused = office.decide(TestCall.get("/"));
        assertThat(allowed(registry, "shop", "api")).isZero();
        assertThat(allowed(registry, "office", "api")).isEqualTo(1);
    }

    @Test
    void theGlobalRegistryShowsAGate_untilItIsClosed() throws Exception {
        Metrics.addRegistry(registry);
        try (AutoCloseable shown = RateLimitMetrics.inGlobalRegistry(gate("global"))) {
            assertThat(shown).isNotNull();
            assertThat(registry.getMeters()).isNotEmpty();
        } finally {
            assertThat(registry.getMeters()).isEmpty();
            Metrics.removeRegistry(registry);
        }
    }

    @Test
    void countersNeverGoDown() {
        HttpGate gate = gate("shop");
        new RateLimitMetrics(gate).bindTo(registry);
        gate.reload(HttpGate.builder().application("shop").rule(rule("other")));
        assertThat(registry.getMeters())
                .filteredOn(meter -> meter.getId().getType() == Meter.Type.COUNTER)
                .allMatch(meter -> meter instanceof FunctionCounter);
        assertThat(allowed(registry, "shop", "api")).isZero();
        assertThat(allowed(registry, "shop", "other")).isZero();
    }
}
