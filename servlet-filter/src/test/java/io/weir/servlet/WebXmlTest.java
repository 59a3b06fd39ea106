package io.weir.servlet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.weir.http.HttpAdapterFixture.Node;
import io.weir.http.RawHttp;
import io.weir.http.RawHttp.Response;
import io.weir.testing.Logged;
import io.weir.testing.TestRedis;
import jakarta.servlet.ServletContextEvent;
import jakarta.servlet.ServletContextListener;
import jakarta.servlet.ServletException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.redisson.api.RedissonClient;
import org.slf4j.LoggerFactory;

/** Applications that know of limits nothing but what stands in their {@code WEB-INF}, in front of a real Redis. */
class WebXmlTest extends ServletTest {

    private static final Map<String, String> INIT_PARAMS =
            Map.of("redis", TestRedis.shared().url(), "limit", "2/1m", "key", "ip", "deadline", "10s");

    /** Also keeps the counts of this test apart. */
    private final String contextPath = "/app-" + UUID.randomUUID().toString().substring(0, 8);

    @TempDir
    Path folder;

    private WebApp application(String... filters) throws Exception {
        return WebApp.in(
                folder,
                String.join("\n", filters),
                WebApp.servlet(StandardRoutes.X.class, "/x"),
                WebApp.servlet(StandardRoutes.Boom.class, "/boom"));
    }

    @ParameterizedTest
    @EnumSource
    void limitHolds_whenWebXmlHasInitParamsAndNothingElse(Container container) throws Exception {
        RawHttp http = deploy(container, application(WebApp.filter("limits", INIT_PARAMS)), contextPath);
        Response first = http.get("/x");
        assertThat(first).returns(200, Response::status).returns("x", Response::body);
        assertThat(first.value("RateLimit-Policy")).isEqualTo("\"default\";q=2;w=60");
        assertThat(first.value("RateLimit")).isEqualTo("\"default\";r=1;t=60");
        assertThat(http.get("/boom").status()).isEqualTo(500);
        assertThat(http.get("/x").status()).isEqualTo(429);
    }

    @ParameterizedTest
    @EnumSource
    void rulesHold_whenTheyStandInAFileBesideWebXml(Container container) throws Exception {
        WebApp application = application(WebApp.filter("limits", Map.of()))
                .with("WEB-INF/rate-limits.yaml", """
                        redis: %s
                        deadline: 10s
                        on-failure: deny
                        headers: [x-ratelimit]
                        exclude: [/none]
                        rules:
                          - name: x
                            paths: [/x]
                            methods: [GET]
                            key: user | ip
                            limits: 1/1m
                          - name: everything
                            key: global
                            limits: [2/1s, 3/1h]
                        """.formatted(
                                TestRedis.shared().url()));
        RawHttp http = deploy(container, application, contextPath);
        assertThat(http.get("/x").status()).isEqualTo(200);
        Response refused = http.get("/x");
        assertThat(refused.status()).isEqualTo(429);
        assertThat(refused.value("X-RateLimit-Limit")).isEqualTo("1");
        assertThat(refused.body()).endsWith("\"violated-policies\":[\"x\"]}");
        assertThat(refused.has("RateLimit")).isFalse();
        assertThat(http.get("/none").has("X-RateLimit-Limit")).isFalse();
        assertThat(http.post("/x").value("X-RateLimit-Limit")).isNotEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void aChangedFileHolds_whileTheApplicationRuns(Container container) throws Exception {
        String yaml = "{ redis: '" + TestRedis.shared().url() + "', deadline: 10s, on-failure: deny, reload: 1s,"
                + " rules: [{ name: all, key: global, limits: 2/1h }] }";
        WebApp application = application(WebApp.filter("limits", Map.of())).with("WEB-INF/rate-limits.yaml", yaml);
        RawHttp http = deploy(container, application, contextPath);
        await("Redis").until(() -> http.get("/x").status() == 200);
        assertThat(statuses(http, 2, "/x")).containsExactly(200, 429);

        application.with("WEB-INF/rate-limits.yaml", yaml.replace("2/1h", "3/1h"));
        await("the new limit")
                .atMost(Duration.ofSeconds(20))
                .until(() -> http.get("/x").status() == 200);
        assertThat(http.get("/x").status()).isEqualTo(429);
    }

    @ParameterizedTest
    @EnumSource
    void aRuleIsNamed_whenItsPathsBeginWithTheContextPath(Container container) throws Exception {
        String yaml = "{ redis: '" + TestRedis.shared().url() + "', rules: [{ name: all, limits: 2/1h },"
                + " { name: mistaken, limits: 2/1h, paths: ['" + contextPath + "/x'] }] }";
        WebApp application = application(WebApp.filter("limits", Map.of())).with("WEB-INF/rate-limits.yaml", yaml);
        try (Logged log = new Logged()) {
            deploy(container, application, contextPath).get("/x"); // Undertow makes the filter when a request needs it
            assertThat(log.news(RateLimitFilter.class))
                    .singleElement()
                    .asString()
                    .startsWith("WARN Rule 'mistaken' covers only what is below")
                    .contains(contextPath);
        }
    }

    @ParameterizedTest
    @EnumSource
    void clientOfTheApplicationIsUsed_andStaysOpen(Container container) throws Exception {
        RedissonClient client = TestRedis.shared().client();
        HandedIn.client = client;
        try {
            String name = contextPath.substring(1);
            Map<String, String> initParams = Map.of(
                    "redis", "attribute:redis", "limit", "1/1h", "key", "ip", "deadline", "10s", "application", name);
            RawHttp http = deploy(
                    container,
                    application(
                            "<listener><listener-class>" + HandedIn.class.getName() + "</listener-class></listener>",
                            WebApp.filter("limits", initParams)),
                    contextPath);
            await("Redis").until(() -> http.get("/x").status() == 429);
            stop();
            assertThat(client.isShutdown()).isFalse();
        } finally {
            client.shutdown();
        }
    }

    /** An application that owns a client. */
    public static final class HandedIn implements ServletContextListener {

        private static RedissonClient client;

        @Override
        public void contextInitialized(ServletContextEvent event) {
            event.getServletContext().setAttribute("redis", client);
        }
    }

    @ParameterizedTest
    @EnumSource
    void nodesShareOneWindow_andApplicationsDoNot(Container container) throws Exception {
        WebApp application = application(WebApp.filter("limits", INIT_PARAMS));
        RawHttp one = deploy(container, application, contextPath);
        RawHttp two = deploy(container, application, contextPath);
        RawHttp another = deploy(container, application, contextPath + "b");
        assertThat(one.get("/x").status()).isEqualTo(200);
        assertThat(two.get("/x").status()).isEqualTo(200);
        assertThat(one.get("/x").status()).isEqualTo(429);
        assertThat(two.get("/x").status()).isEqualTo(429);
        assertThat(another.get("/x").status()).isEqualTo(200);
    }

    @ParameterizedTest
    @EnumSource
    void requestIsChargedOnceAndTheDuplicateLoggedOnce_whenFilterIsThereTwice(Container container) throws Exception {
        ListAppender<ILoggingEvent> logged = new ListAppender<>();
        logged.start();
        Logger logger = (Logger) LoggerFactory.getLogger(RateLimitFilter.class);
        logger.addAppender(logged);
        try {
            RawHttp http = deploy(
                    container,
                    application(WebApp.filter("first", INIT_PARAMS), WebApp.filter("second", INIT_PARAMS)),
                    contextPath);
            Response response = http.get("/x");
            assertThat(remaining(response)).isEqualTo("1");
            assertThat(response.values("RateLimit")).hasSize(1);
            assertThat(statuses(http, 3, "/x")).containsExactly(200, 429, 429);
        } finally {
            logger.detachAppender(logged);
        }
        assertThat(logged.list)
                .extracting(ILoggingEvent::getFormattedMessage)
                .singleElement()
                .asString()
                .contains("'second'", "'first'");
    }

    @Test
    void applicationDoesNotStart_whenTwoFiltersHaveDifferentSettings() throws Exception {
        WebApp application = application(
                WebApp.filter("first", INIT_PARAMS),
                WebApp.filter("second", Map.of("redis", "redis://:secret@127.0.0.1:1", "limit", "9/1m")));
        assertThatThrownBy(() -> deploy(Container.JETTY, application, contextPath))
                .isInstanceOf(ServletException.class)
                .hasMessageContaining("filter 'second' has init-params [limit, redis]")
                .hasMessageContaining("[deadline, key, limit, redis]")
                .hasMessageNotContaining("secret");
        assertThatThrownBy(() -> deploy(Container.TOMCAT, application, contextPath))
                .hasMessageContaining("does not start");
        assertThat(statuses(deploy(Container.UNDERTOW, application, contextPath), 2, "/x"))
                .containsOnly(500); // Undertow makes the filter when a request needs it
    }

    @Test
    void applicationDoesNotStartAndSaysWhy_whenSettingsAreWrong() throws Exception {
        WebApp application = application(WebApp.filter("limits", Map.of("limit", "0/0m", "key", "ipp")));
        assertThatThrownBy(() -> deploy(Container.JETTY, application, contextPath))
                .isInstanceOf(ServletException.class)
                .hasMessageContaining("filter 'limits'")
                .hasMessageContaining("0/0m")
                .hasMessageContaining("ipp");
        assertThatThrownBy(() -> deploy(Container.TOMCAT, application, contextPath))
                .hasMessageContaining("does not start");
        assertThat(statuses(deploy(Container.UNDERTOW, application, contextPath), 2, "/x"))
                .containsOnly(500); // Undertow makes the filter when a request needs it
    }

    @ParameterizedTest
    @EnumSource
    void noThreadOfRedissonIsLeft_whenApplicationIsStopped(Container container) throws Exception {
        Set<Thread> before = redissonThreads();
        WebApp application = application(WebApp.filter("first", INIT_PARAMS), WebApp.filter("second", Map.of()));
        Node node = container.deploy(application.root(), contextPath);
        assertThat(RawHttp.to(node.address()).get("/x").status()).isEqualTo(200);
        assertThat(redissonThreads()).isNotEqualTo(before);
        node.server().close();
        await().atMost(Duration.ofSeconds(20)).untilAsserted(() -> {
            Set<Thread> left = new HashSet<>(redissonThreads());
            left.removeAll(before);
            assertThat(left).isEmpty();
        });
    }

    private static Set<Thread> redissonThreads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith("redisson"))
                .collect(Collectors.toSet());
    }
}
