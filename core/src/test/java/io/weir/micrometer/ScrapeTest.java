package io.weir.micrometer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.Metrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.weir.config.GateConfiguration;
import io.weir.http.HttpGate;
import io.weir.http.Verdict;
import io.weir.testing.Scrape;
import io.weir.testing.TcpProxy;
import io.weir.testing.TestCall;
import io.weir.testing.TestRedis;
import java.io.ByteArrayInputStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import java.util.stream.IntStream;
import javax.management.ObjectName;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What Prometheus reads of a gate under load, in an outage of Redis, and after it. */
class ScrapeTest {

    private static final String FILE = """
            redis: ${weir.scrape.redis:}
            deadline: 1s
            metrics: [jmx, micrometer]
            rules:
              - { name: load, paths: [/load], limits: 1000000/1h }
              - { name: local, paths: [/local], limits: 10/1h }
              - { name: open, paths: [/open], limits: 1000/1h, on-failure: allow }
              - { name: closed, paths: [/closed], limits: 1000/1h, on-failure: deny }
              - { name: watched, paths: [/watched], limits: 1/1h, mode: shadow }
            """;

    private final String application = "scrape-" + UUID.randomUUID().toString().substring(0, 8);
    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final TcpProxy proxy = TcpProxy.to(TestRedis.shared().port());
    private HttpGate gate;

    @BeforeEach
    void start() {
        Metrics.addRegistry(registry);
        String file = FILE.replace("${weir.scrape.redis:}", proxy.url());
        gate = GateConfiguration.load(
                Map.of(),
                path -> path.equals("/WEB-INF/rate-limits.yaml")
                        ? new ByteArrayInputStream(file.getBytes(StandardCharsets.UTF_8))
                        : null,
                application);
        await("Redis").until(() -> status("/closed", "192.0.2.1") == 200);
    }

    @AfterEach
    void stop() {
        gate.close();
        assertThat(registry.getMeters()).as("what is left of a closed gate").isEmpty();
        Metrics.removeRegistry(registry);
        proxy.close();
    }

    private int status(String path, String address) {
        Verdict verdict = gate.decide(TestCall.get(path).address(address));
        return verdict instanceof Verdict.Reject reject ? reject.status() : 200;
    }

    private void ask(int requests, String path, String address) {
        IntStream.range(0, requests).forEach(i -> status(path, address));
    }

    private double scraped(String name, String... labels) {
        return new Scrape(registry.scrape()).sum(name, labels);
    }

    private double decisions(String rule, String outcome, String source) {
        return scraped("weir_decisions_total", "rule", rule, "outcome", outcome, "source", source);
    }

    @Test
    void aScrapeTellsOfTheLoad_ofTheOutage_andOfItsEnd() throws Exception {
        // Load.
        IntStream.range(0, 500).parallel().forEach(i -> status("/load", "198.51.100." + i % 100));
        ask(15, "/local", "192.0.2.2");
        ask(3, "/watched", "192.0.2.3");
        assertThat(decisions("load", "allowed", "redis")).isEqualTo(500);
        assertThat(decisions("local", "allowed", "redis")).isEqualTo(10);
        assertThat(decisions("local", "denied", "redis")).isEqualTo(1);
        assertThat(decisions("local", "denied", "denial-cache")).isEqualTo(4);
        await("what nobody waits for").untilAsserted(() -> {
            assertThat(decisions("watched", "allowed", "redis")).isEqualTo(1);
            assertThat(scraped("weir_decisions_total", "rule", "watched", "outcome", "shadow-denied"))
                    .isEqualTo(2);
        });
        assertThat(scraped("weir_near_limit_total", "rule", "local")).isEqualTo(2);
        assertThat(scraped("weir_near_limit_total", "rule", "load")).isZero();
        assertThat(scraped("weir_denial_cache_hits_total")).isGreaterThanOrEqualTo(4);
        assertThat(scraped("weir_denial_cache_size")).isPositive();
        assertThat(scraped("weir_breaker_open")).isZero();
        assertThat(scraped("weir_redis_calls_seconds_count", "result", "answered"))
                .isGreaterThanOrEqualTo(512);
        assertThat(scraped("weir_redis_calls_seconds_sum", "result", "answered"))
                .isPositive();
        assertThat(scraped("weir_redis_batch_size_decisions_sum")).isGreaterThanOrEqualTo(512);
        assertThat(scraped("weir_redis_batch_size_decisions_max")).isGreaterThanOrEqualTo(1);

        // Outage.
        double failedBefore = scraped("weir_undecided_total", "cause", "outage");
        proxy.refuse();
        ask(10, "/open", "192.0.2.4");
        ask(10, "/closed", "192.0.2.4");
        ask(12, "/local", "192.0.2.4");
        assertThat(scraped("weir_breaker_open")).isEqualTo(1);
        assertThat(decisions("open", "failed-open", "failure-policy")).isEqualTo(10);
        assertThat(decisions("closed", "failed-closed", "failure-policy")).isGreaterThanOrEqualTo(10);
        assertThat(decisions("local", "local", "local")).isEqualTo(10);
        assertThat(decisions("local", "denied", "local")).isEqualTo(2);
        assertThat(scraped("weir_undecided_total", "cause", "outage") - failedBefore)
                .isEqualTo(32);
        assertThat(scraped("weir_undecided_total", "cause", "misconfigured")).isZero();
        assertThat(scraped("weir_redis_calls_seconds_count", "result", "failed"))
                .isPositive();
        assertThat(scraped("weir_local_keys")).isEqualTo(1);

        // JMX says the same, and neither names a client.
        ObjectName bean = new ObjectName("io.weir:type=RateLimits,application=" + application);
        assertThat(ManagementFactory.getPlatformMBeanServer().getAttribute(bean, "UndecidedInOutage"))
                .isEqualTo((long) scraped("weir_undecided_total", "cause", "outage"));
        assertThat(ManagementFactory.getPlatformMBeanServer().getAttribute(bean, "BreakerOpen"))
                .isEqualTo(true);
        assertThat(registry.scrape()).doesNotContain("192.0.2", "198.51.100");

        // The end.
        proxy.pass();
        await("decisions").atMost(Duration.ofSeconds(20)).until(() -> status("/closed", "192.0.2.5") == 200);
        assertThat(scraped("weir_breaker_open")).isZero();
        double before = decisions("open", "allowed", "redis");
        await("Redis").until(() -> {
            ask(1, "/open", "192.0.2.5");
            return decisions("open", "allowed", "redis") > before;
        });
    }
}
