package io.weir.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.Limit;
import io.weir.http.HttpGate;
import io.weir.http.Rule;
import io.weir.http.Verdict;
import io.weir.local.LocalRateLimiter;
import io.weir.resilience.BreakingRateLimiter;
import io.weir.resilience.DenialCache;
import io.weir.testing.Logged;
import io.weir.testing.TestCall;
import java.lang.management.ManagementFactory;
import java.lang.reflect.Proxy;
import java.util.Optional;
import java.util.UUID;
import javax.management.MBeanAttributeInfo;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import javax.management.openmbean.CompositeData;
import javax.management.openmbean.TabularData;
import org.junit.jupiter.api.Test;

/** What an operator sees with JConsole and the like, which have none of our classes. */
class JmxRegistrationTest {

    private final MBeanServer server = ManagementFactory.getPlatformMBeanServer();
    private final String application = "jmx-" + UUID.randomUUID().toString().substring(0, 8);

    private HttpGate gate() {
        return HttpGate.builder()
                .application(application)
                .limiter(DenialCache.before(BreakingRateLimiter.around(LocalRateLimiter.create())))
                .rule(Rule.named("api").limit(Limit.parse("5/1h")).build())
                .build();
    }

    private static void ask(HttpGate gate, int requests) {
        for (int i = 0; i < requests; i++) {
            Verdict unused = gate.decide(TestCall.get("/"));
        }
    }

    private static long count(CompositeData rule, String what) {
        return (Long) rule.get(what);
    }

    @Test
    void countsAreThereInTypesThatEveryConsoleKnows() throws Exception {
        HttpGate gate = gate();
        try (JmxRegistration registration = JmxRegistration.of(gate)) {
            ask(gate, 8);
            ObjectName name = new ObjectName("io.weir:type=RateLimits,application=" + application);
            assertThat(registration.name()).contains(name);
            TabularData rules = (TabularData) server.getAttribute(name, "Rules");
            CompositeData api = (CompositeData) rules.get(new Object[] {"api"}).get("value");
            assertThat(count(api, "allowed")).isEqualTo(5);
            assertThat(count(api, "denied")).isEqualTo(3);
            assertThat(count(api, "deniedFromMemory")).isEqualTo(2);
            assertThat(count(api, "nearLimit")).isEqualTo(1);
            assertThat(server.getAttribute(name, "Application")).isEqualTo(application);
            assertThat(server.getAttribute(name, "BreakerOpen")).isEqualTo(false);
            assertThat(server.getAttribute(name, "DenialCacheHits")).isEqualTo(2L);
            assertThat(server.getAttribute(name, "LocalKeys")).isEqualTo(1L);
        }
    }

    @Test
    void everyAttributeCanBeRead() throws Exception {
        try (JmxRegistration registration = JmxRegistration.of(gate())) {
            ObjectName name = registration.name().orElseThrow();
            for (MBeanAttributeInfo attribute : server.getMBeanInfo(name).getAttributes()) {
                assertThat(server.getAttribute(name, attribute.getName()))
                        .as(attribute.getName())
                        .isNotNull();
                assertThat(attribute.isWritable()).isFalse();
            }
        }
    }

    @Test
    void gatesOfOneApplicationAreNumbered_andNoneStays() throws Exception {
        ObjectName all = new ObjectName("io.weir:application=" + application + ",*");
        try (JmxRegistration first = JmxRegistration.of(gate());
                JmxRegistration second = JmxRegistration.of(gate())) {
            assertThat(first.name().orElseThrow().getKeyProperty("gate")).isNull();
            assertThat(second.name().orElseThrow().getKeyProperty("gate")).isEqualTo("2");
            assertThat(server.queryNames(all, null)).hasSize(2);
        }
        assertThat(server.queryNames(all, null)).isEmpty();
    }

    @Test
    void nothingHappensButALine_whenTheJvmLetsNobodyRegister() {
        MBeanServer forbidding = (MBeanServer) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {MBeanServer.class}, (proxy, method, arguments) -> {
                    throw new SecurityException("forbidden, as the test wants it");
                });
        try (Logged log = Logged.of(JmxRegistration.class);
                JmxRegistration registration = JmxRegistration.of(gate(), forbidding)) {
            assertThat(registration.name()).isEqualTo(Optional.empty());
            assertThat(log.messages())
                    .singleElement()
                    .asString()
                    .contains("JMX shows nothing of the rate limits", "forbidden, as the test wants it");
        }
    }
}
