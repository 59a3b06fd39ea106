package io.weir.jaxrs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.weir.http.HttpAdapterFixture.Node;
import io.weir.http.HttpGate;
import io.weir.http.RawHttp;
import io.weir.http.RawHttp.Response;
import io.weir.http.Rule;
import io.weir.servlet.RateLimitFilter;
import io.weir.testing.Logged;
import io.weir.testing.TestRedis;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the provider promises in a servlet container. */
abstract class ServletContract extends ProviderContract {

    /**
     * Starts an application.
     *
     * @param mapping of the runtime's servlet, {@code /*} or {@code /name/*}
     * @param more what the web application has besides
     */
    abstract Node start(TestApplication application, String mapping, Consumer<WebApp> more) throws Exception;

    @Override
    Node start(TestApplication application) throws Exception {
        return start(application, "/*", app -> {});
    }

    @Test
    void eventsAreWholeAndChargedOnce_whenAResourceSendsThem() throws Exception {
        RawHttp http = serve(Resources.Events.class, feature(rule("all", "ip", "2/1m")));
        Response events = http.get("/events", "Accept: text/event-stream");
        assertThat(events.status()).isEqualTo(200);
        assertThat(events.value("X-RateLimit-Remaining")).isEqualTo("1");
        assertThat(events.body()).containsSubsequence("data: 1", "data: 2", "data: 3");
        assertThat(statuses(2, http, "GET", "/events", "Accept: text/event-stream"))
                .containsExactly(200, 429);
    }

    // Beside the servlet filter.

    @Test
    void requestIsChargedOnce_whenFilterAndProviderShareAGate() throws Exception {
        HttpGate gate = gate(rule("all", "ip", "3/1m"), rule("users", "user", "9/1m"));
        RawHttp http = client(start(
                TestApplication.of(StandardResource.class, RateLimitFeature.of(gate)),
                "/*",
                app -> app.filter(new RateLimitFilter(gate))));
        for (int left = 2; left >= 0; left--) {
            Response response = http.get("/api/x");
            assertThat(response.value("X-RateLimit-Remaining")).isEqualTo(Integer.toString(left));
            assertThat(response.values("RateLimit-Policy")).containsExactly("\"all\";q=3;w=60, \"users\";q=9;w=60");
        }
        assertThat(http.get("/api/x").status()).isEqualTo(429);
    }

    @Test
    void requestIsChargedOnce_whenFilterAndProviderHaveTheSameRuleInTwoGates() throws Exception {
        RawHttp http = client(start(
                TestApplication.of(StandardResource.class, feature(rule("all", "ip", "3/1m"))),
                "/*",
                app -> app.filter(new RateLimitFilter(gate(rule("all", "ip", "3/1m"))))));
        assertThat(statuses(4, http, "GET", "/api/x")).containsExactly(200, 200, 200, 429);
    }

    @Test
    void gateOfTheWebApplicationIsUsed_whenTheProviderHasNone() throws Exception {
        try (Logged logged = Logged.of(RateLimitFeature.class)) {
            HttpGate gate = gate(
                    rule("all", "ip", "3/1m"), rule("reports", "ip", "1/1m").paths());
            RawHttp http = client(start(
                    TestApplication.of(StandardResource.class, Resources.Naming.class),
                    "/*",
                    app -> app.attribute(HttpGate.class.getName(), gate)));
            assertThat(statuses(2, http, "GET", "/naming/named")).containsExactly(200, 429);
            // Of the rule for all, the refused request took nothing in the end.
            assertThat(statuses(3, http, "GET", "/api/x")).containsExactly(200, 200, 429);
            assertThat(logged.messages())
                    .containsExactly(
                            "Weir's provider decides with the gate of this web application; each rule is charged once");
        }
    }

    @Test
    void everyMemberIsThereOnce_whenFilterAndProviderEachDecideSomething() throws Exception {
        HttpGate gate = gate(rule("all", "global", "5/1m"));
        RawHttp http = client(start(
                TestApplication.of(Resources.Annotated.class, RateLimitFeature.of(gate)),
                "/*",
                app -> app.filter(new RateLimitFilter(gate))));
        Response response = http.get("/annotated/inline");
        assertThat(response.value("RateLimit-Policy"))
                .matches("\"all\";q=5;w=60, \"Annotated-inline-[0-9a-f]{8}\";q=2;w=60");
        assertThat(response.value("RateLimit")).matches("\"all\";r=4;t=60, \"Annotated-inline-[0-9a-f]{8}\";r=1;t=60");
        assertThat(response.values("X-RateLimit-Remaining")).containsExactly("1");
        assertThat(http.get("/annotated/inline").status()).isEqualTo(200);

        Response refused = http.get("/annotated/inline");
        assertIsRefusal(refused);
        assertThat(refused.value("RateLimit"))
                .matches("\"all\";r=2;t=\\d+, \"Annotated-inline-[0-9a-f]{8}\";r=0;t=\\d+");
        assertThat(refused.values("X-RateLimit-Limit")).containsExactly("2");
    }

    @Test
    void fieldsOfAnEarlierFilterSurvive_whenRequestIsRefused() throws Exception {
        RawHttp http = client(start(
                TestApplication.of(StandardResource.class, feature(rule("all", "ip", "1/1m"))),
                "/*",
                app -> app.filter((request, response, chain) -> {
                    ((HttpServletResponse) response).setHeader("Access-Control-Allow-Origin", "http://a.example");
                    chain.doFilter(request, response);
                })));
        assertThat(http.get("/api/x").status()).isEqualTo(200);
        Response refused = http.get("/api/x");
        assertIsRefusal(refused);
        assertThat(refused.values("Access-Control-Allow-Origin")).containsExactly("http://a.example");
    }

    // What the container tells.

    @Test
    void pathsAreThoseOfTheWebApplication_whenTheServletIsMappedBelowIt() throws Exception {
        Rule.Builder inside = rule("inside", "global", "3/1m").paths("/rest/api/x");
        Rule.Builder other = rule("other", "global", "0/1m").paths("/api/**");
        RawHttp http =
                client(start(TestApplication.of(StandardResource.class, feature(inside, other)), "/rest/*", app -> {}));
        assertThat(statuses(2, http, "GET", "/rest/api/x")).containsOnly(200);
        assertThat(http.get("/rest/api/x;a=b").value("X-RateLimit-Remaining")).isEqualTo("0");
        assertThat(http.get("/rest/api/x").status()).isEqualTo(429);
        assertThat(http.get("/rest/api/login").status()).isEqualTo(200);
    }

    @Test
    void addressIsThePeers_whenApplicationDoesNotTellIt() throws Exception {
        HttpGate gate = gate(rule("all", "ip", "1/1m"));
        RawHttp http = serve(StandardResource.class, RateLimitFeature.of(gate));
        assertThat(statuses(2, http, "GET", "/api/x")).containsExactly(200, 429);
        assertThat(http.get("/api/x", "X-Forwarded-For: 192.0.2.1").status()).isEqualTo(429);
    }

    @Test
    void sessionsHaveTheirOwnBudgets_whenTheContainerKnowsThem() throws Exception {
        RawHttp http = client(start(
                TestApplication.of(StandardResource.class, feature(rule("all", "session", "2/1m"))),
                "/*",
                app -> app.filter((request, response, chain) -> {
                    ((HttpServletRequest) request).getSession();
                    chain.doFilter(request, response);
                })));
        assertThat(statuses(4, http, "GET", "/api/x")).containsOnly(200); // a new session each time
        String cookie = http.get("/api/x").value("Set-Cookie").replaceAll(";.*", "");
        assertThat(statuses(2, http, "GET", "/api/x", "Cookie: " + cookie)).containsExactly(200, 429);
    }

    @Test
    void errorPageIsNeitherChargedNorRefused_whenTheRuntimeAnswersIt() throws Exception {
        RawHttp http = client(start(
                TestApplication.of(
                        StandardResource.class,
                        feature(rule("pages", "ip", "0/1m").paths("/rest/other"))),
                "/rest/*",
                app -> app.errorPage(404, "/rest/other")));
        Response page = http.get("/none");
        assertThat(page.body()).isEqualTo("other");
        assertThat(page.has("RateLimit")).isFalse();
        assertThat(http.get("/rest/other").status()).isEqualTo(429);
    }

    @Test
    void applicationIsLimited_whenTheDeploymentHasParameters() throws Exception {
        RawHttp http = client(start(TestApplication.of(StandardResource.class), "/*", app -> {
            app.parameter("weir.redis", TestRedis.shared().url());
            app.parameter(
                    "weir.application", "params-" + UUID.randomUUID().toString().substring(0, 8));
            app.parameter("weir.deadline", "10s");
            app.servletParameter("weir.limit", "2/1m");
        }));
        assertThat(statuses(3, http, "GET", "/api/x")).isEqualTo(List.of(200, 200, 429));
    }

    @Test
    void aChangedFileHolds_whileTheApplicationRuns(@TempDir Path root) throws Exception {
        Path file = Files.createDirectories(root.resolve("WEB-INF")).resolve("rate-limits.yaml");
        String yaml = "{ redis: '" + TestRedis.shared().url() + "', deadline: 10s, on-failure: deny, reload: 1s,"
                + " application: file-" + UUID.randomUUID().toString().substring(0, 8)
                + ", rules: [{ name: all, key: global, limits: 2/1h }] }";
        Files.writeString(file, yaml);
        RawHttp http = client(start(TestApplication.of(StandardResource.class), "/*", app -> app.root(root)));
        await("Redis").until(() -> http.get("/api/x").status() == 200);
        assertThat(statuses(2, http, "GET", "/api/x")).containsExactly(200, 429);

        Files.writeString(file, yaml.replace("2/1h", "3/1h"));
        await("the new limit").until(() -> http.get("/api/x").status() == 200);
        assertThat(http.get("/api/x").status()).isEqualTo(429);
    }
}
