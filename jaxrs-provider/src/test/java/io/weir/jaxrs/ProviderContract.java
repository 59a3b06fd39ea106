package io.weir.jaxrs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.weir.http.HttpGate;
import io.weir.http.RawHttp;
import io.weir.http.RawHttp.Response;
import io.weir.http.Rule;
import io.weir.local.LocalRateLimiter;
import io.weir.testing.Logged;
import io.weir.testing.TestRedis;
import jakarta.ws.rs.container.ContainerResponseFilter;
import jakarta.ws.rs.core.Feature;
import jakarta.ws.rs.ext.ExceptionMapper;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** What the provider promises beyond {@link io.weir.http.HttpAdapterContract}, on every runtime. */
abstract class ProviderContract extends NameBindingContract {

    // URLs that match nothing.

    @Test
    void unmatchedUrlsAreLimited_whenRuleNeedsNoUser() throws Exception {
        assertThat(statuses(4, serve(StandardResource.class, feature(everything("global"))), "GET", "/none"))
                .containsExactly(404, 404, 404, 429);
        assertThat(statuses(4, serve(StandardResource.class, feature(everything("global"))), "DELETE", "/api/x"))
                .containsExactly(405, 405, 405, 429);
        assertThat(statuses(4, serve(StandardResource.class, feature(everything("global"))), "PUT", "/none"))
                .containsExactly(404, 404, 404, 429);
        assertThat(statuses(4, wrongMediaType("global"), "POST", "/text", "Content-Type: image/png"))
                .containsExactly(415, 415, 415, 429);
    }

    @Test
    void unmatchedUrlsAreLimited_whenRuleWaitsForAUser() throws Exception {
        assertThat(statuses(4, serve(StandardResource.class, feature(everything("user | ip"))), "GET", "/none"))
                .containsExactly(404, 404, 404, 429);
        assertThat(statuses(4, serve(StandardResource.class, feature(everything("user"))), "DELETE", "/api/x"))
                .containsExactly(405, 405, 405, 429);
        RawHttp http = wrongMediaType("user");
        assertThat(statuses(3, http, "POST", "/text", "Content-Type: image/png"))
                .containsOnly(415);
        Response refused = http.send("POST", "/text", "Content-Type: image/png");
        assertIsRefusal(refused);
        assertThat(refused.values("RateLimit")).hasSize(1);
    }

    @Test
    void refusalInPlaceOfA404IsWhole_whenRuleWaitsForAUser() throws Exception {
        RawHttp http = serve(StandardResource.class, feature(rule("all", "user", "1/1m")), new Verbose404());
        assertThat(http.get("/none").body()).isEqualTo("nothing here");
        Response refused = http.get("/none");
        assertIsRefusal(refused);
        assertThat(refused.has("ETag")).isFalse();
        assertThat(refused.value("X-Kept")).isEqualTo("yes");
        assertThat(http.send("HEAD", "/none")).returns(429, Response::status).returns("", Response::body);
    }

    private static Rule.Builder everything(String key) {
        return rule("everything", key, "3/1m");
    }

    private RawHttp wrongMediaType(String key) throws Exception {
        return serve(Resources.Text.class, feature(everything(key)));
    }

    static void assertIsRefusal(Response response) {
        assertThat(response.status()).isEqualTo(429);
        assertThat(response.values("Content-Type")).containsExactly("application/problem+json");
        assertThat(response.body()).startsWith("{\"type\":").endsWith("]}");
        assertThat(response.values("Cache-Control")).containsExactly("no-store");
        assertThat(response.values("Retry-After")).hasSize(1);
        assertThat(response.values("X-RateLimit-Remaining")).containsExactly("0");
    }

    // Annotations.

    @Test
    void methodIsLimited_whenAnnotatedWithALimit() throws Exception {
        RawHttp http = serve(Resources.Annotated.class, feature());
        Response first = http.get("/annotated/inline");
        assertThat(first.value("RateLimit-Policy")).matches("\"Annotated-inline-[0-9a-f]{8}\";q=2;w=60");
        assertThat(statuses(2, http, "GET", "/annotated/inline")).containsExactly(200, 429);
        assertThat(statuses(3, http, "GET", "/annotated/free")).containsOnly(200);
        assertIsRefusal(http.get("/annotated/inline"));
        assertThat(http.send("HEAD", "/annotated/inline").status()).isEqualTo(429);
    }

    @Test
    void methodIsLimitedByTheRule_whenAnnotatedWithItsName() throws Exception {
        RawHttp http = serve(
                Resources.Naming.class,
                feature(rule("reports", "global", "2/1m").paths()));
        assertThat(http.get("/naming/named").value("RateLimit-Policy")).isEqualTo("\"reports\";q=2;w=60");
        assertThat(statuses(2, http, "GET", "/naming/named")).containsExactly(200, 429);
        assertThat(http.get("/naming/free").has("RateLimit")).isFalse();
    }

    @Test
    void ruleIsChargedOnce_whenItCoversThePathAndIsNamedToo() throws Exception {
        RawHttp http = serve(Resources.Naming.class, feature(rule("reports", "global", "2/1m")));
        assertThat(statuses(3, http, "GET", "/naming/named")).containsExactly(200, 200, 429);
    }

    @Test
    void methodsShareOneBudget_whenTheirClassIsAnnotated() throws Exception {
        RawHttp http = serve(Resources.WholeClass.class, feature());
        assertThat(http.get("/class/a").value("RateLimit-Policy")).matches("\"WholeClass-[0-9a-f]{8}\";q=3;w=60");
        assertThat(http.get("/class/b").status()).isEqualTo(200);
        assertThat(http.get("/class/b").value("RateLimit-Policy")).contains("q=3;w=60", "q=2;w=60");
        assertThat(http.get("/class/a").status()).isEqualTo(429);
    }

    @Test
    void budgetsAreApart_whenMethodsOrClassesAreNamesakes() throws Exception {
        RawHttp http = serve(Resources.One.Same.class, Resources.Other.Same.class, feature());
        for (String target : List.of("/one/a", "/one/b", "/other/a")) {
            assertThat(statuses(2, http, "GET", target)).as(target).containsExactly(200, 429);
        }
    }

    @Test
    void annotationHolds_whenItIsInherited() throws Exception {
        RawHttp http = serve(Resources.Inheriting.class, feature());
        assertThat(statuses(2, http, "GET", "/inheriting/of-interface")).containsExactly(200, 429);
        assertThat(statuses(2, http, "GET", "/inheriting/of-superclass")).containsExactly(200, 429);
        assertThat(statuses(2, http, "PUT", "/inheriting/generic", "Content-Length: 0"))
                .containsExactly(200, 429);
    }

    @Test
    void annotationHolds_whenASubResourceAnswers() throws Exception {
        RawHttp http = serve(Resources.Parent.class, feature());
        assertThat(statuses(2, http, "GET", "/parent/child/method")).containsExactly(200, 429);
        assertThat(statuses(2, http, "GET", "/parent/child/class")).containsExactly(200, 429);
        assertThat(http.get("/parent/child/class").value("RateLimit")).contains("Child-");
        RawHttp fresh = serve(Resources.LimitedParent.class, feature());
        assertThat(statuses(2, fresh, "GET", "/limited-parent/free")).containsExactly(200, 429);
    }

    @Test
    void requestFailsAndTheLogSaysWhy_whenAnnotationOfASubResourceIsWrong() throws Exception {
        try (Logged logged = Logged.of(RateLimitFeature.class)) {
            RawHttp http = serve(Resources.Parent.class, new CatchAll(), feature());
            assertThat(http.get("/parent/wrong").status()).isEqualTo(500);
            assertThat(logged.messages())
                    .singleElement()
                    .asString()
                    .contains("@RateLimited on class io.weir.jaxrs.Resources$Wrong: there is no rule 'nothing'");
        }
    }

    @Test
    void applicationDoesNotStart_whenAnnotationIsWrong() {
        assertThatThrownBy(() -> serve(Resources.UnknownRule.class, feature(everything("global"))))
                .hasStackTraceContaining("@RateLimited on public java.lang.String")
                .hasStackTraceContaining("there is no rule 'nothing'; allowed: [everything]");
        assertThatThrownBy(() -> serve(Resources.BadLimit.class, feature()))
                .hasStackTraceContaining("@RateLimited on class io.weir.jaxrs.Resources$BadLimit: limit '5 per'");
    }

    // Authentication.

    @Test
    void usersHaveTheirOwnBudgets_whenAFilterAuthenticatesThem() throws Exception {
        RawHttp http = serve(StandardResource.class, new HeaderLogin(), feature(everything("user")));
        assertThat(statuses(4, http, "GET", "/api/x", "X-User: a")).containsExactly(200, 200, 200, 429);
        assertThat(statuses(4, http, "GET", "/api/x", "X-User: b")).containsExactly(200, 200, 200, 429);
    }

    @Test
    void badLoginsAreLimited_whenRuleWaitsForAUserWhoNeverComes() throws Exception {
        RawHttp http = serve(StandardResource.class, new HeaderLogin(), feature(everything("user")));
        assertThat(statuses(4, http, "GET", "/api/x")).containsExactly(401, 401, 401, 429);
        assertThat(http.get("/api/x", "X-User: a").status()).isEqualTo(200);

        RawHttp annotated = serve(Resources.Annotated.class, new HeaderLogin(), feature());
        assertThat(statuses(4, annotated, "GET", "/annotated/user")).containsExactly(401, 401, 429, 429);
        assertThat(statuses(3, annotated, "GET", "/annotated/user", "X-User: a"))
                .containsExactly(200, 200, 429);
    }

    @Test
    void authenticationIsNotTried_whenRuleOnAddressesRefuses() throws Exception {
        HeaderLogin login = new HeaderLogin();
        RawHttp http = serve(StandardResource.class, Resources.Annotated.class, login, feature(onLogin()));
        assertThat(statuses(4, http, "GET", "/api/login")).containsExactly(401, 401, 401, 429);
        assertThat(login.tries()).isEqualTo(3);
        assertThat(statuses(3, http, "GET", "/annotated/inline", "X-User: a")).containsExactly(200, 200, 429);
        assertThat(login.tries()).isEqualTo(5);
    }

    private static Rule.Builder onLogin() {
        return rule("login", "ip", "3/1m").paths("/api/login");
    }

    // What else an application may have.

    @Test
    void refusalIsWhole_whenApplicationMapsEveryException() throws Exception {
        ExceptionMapper<Throwable> catchAll = new CatchAll();
        RawHttp http = serve(StandardResource.class, catchAll, feature(everything("global")));
        assertThat(http.get("/api/boom")).returns(418, Response::status).returns("caught", Response::body);
        assertThat(http.get("/none").value("X-RateLimit-Remaining")).isEqualTo("1");
        assertThat(http.get("/api/x").status()).isEqualTo(200);
        assertIsRefusal(http.get("/api/x"));
    }

    @Test
    void refusalIsNoJsonString_whenAJsonProviderClaimsEverything() throws Exception {
        RawHttp http = serve(StandardResource.class, new GreedyWriter(), feature(rule("all", "user", "1/1m")));
        assertThat(http.get("/none").status()).isEqualTo(404);
        assertIsRefusal(http.get("/none"));
        assertIsRefusal(http.get("/api/x", "Accept: application/xml"));
    }

    // CORS.

    @Test
    void pagesOfOtherOriginsCanReadARefusal_whenAResponseFilterAllowsThem() throws Exception {
        ContainerResponseFilter cors = (request, response) ->
                response.getHeaders().putSingle("Access-Control-Allow-Origin", "http://a.example");
        RawHttp http = serve(StandardResource.class, cors, feature(everything("global")));
        for (int left = 2; left >= 0; left--) {
            Response preflight =
                    http.send("OPTIONS", "/api/x", "Origin: http://a.example", "Access-Control-Request-Method: GET");
            assertThat(preflight.status()).isNotEqualTo(429);
            assertThat(preflight.has("RateLimit")).isFalse();
            Response page = http.get("/api/x", "Origin: http://a.example");
            assertThat(page.value("X-RateLimit-Remaining")).isEqualTo(Integer.toString(left));
        }
        Response refused = http.get("/api/x", "Origin: http://a.example");
        assertIsRefusal(refused);
        assertThat(refused.values("Access-Control-Allow-Origin")).containsExactly("http://a.example");
    }

    // Registration and configuration.

    @Test
    void gateOfTheHandMadeFeatureHolds_whenTheRuntimeFoundOneToo() throws Exception {
        RawHttp http = serve(StandardResource.class, RateLimitFeature.class, feature(everything("global")));
        assertThat(statuses(4, http, "GET", "/api/x")).containsExactly(200, 200, 200, 429);
        assertThat(http.get("/api/x").values("RateLimit")).hasSize(1);
    }

    @Test
    void firstRegistrationHoldsAndTheSecondIsLoggedOnce_whenTwoHaveAGate() throws Exception {
        Feature second = context -> feature(everything("global")).configure(context); // or the first: runtimes differ
        try (Logged logged = Logged.of(RateLimitFeature.class)) {
            RawHttp http = serve(StandardResource.class, feature(everything("global")), second);
            assertThat(statuses(4, http, "GET", "/api/x")).containsExactly(200, 200, 200, 429);
            assertThat(logged.messages())
                    .containsExactly("RateLimitFeature is registered more than once; the first registration holds");
        }
    }

    @Test
    void applicationIsLimited_whenItHasNothingButProperties() throws Exception {
        TestApplication application = TestApplication.of(StandardResource.class)
                .property("weir.redis", TestRedis.shared().url())
                .property(
                        "weir.application",
                        "properties-" + UUID.randomUUID().toString().substring(0, 8))
                .property("weir.deadline", "10s")
                .property("weir.key", "global")
                .property("weir.limit", "3/1m");
        RawHttp http = client(start(application));
        // On a busy machine the first contact with Redis may come after the start, which does not wait long for it.
        await().until(() -> http.get("/api/x").status() == 429);
        assertThat(http.get("/api/x").value("RateLimit-Policy")).isEqualTo("\"default\";q=3;w=60");
    }

    @Test
    void applicationDoesNotStart_whenAPropertyIsWrong() {
        TestApplication application =
                TestApplication.of(StandardResource.class).property("weir.limit", "3 per fortnight");
        assertThatThrownBy(() -> client(start(application))).hasStackTraceContaining("limit '3 per fortnight'");
    }

    @Test
    void nothingIsLimitedAndOneLineSaysSo_whenNothingIsConfigured() throws Exception {
        try (Logged logged = Logged.of(RateLimitFeature.class)) {
            RawHttp http = serve(StandardResource.class);
            assertThat(statuses(2, http, "GET", "/api/x")).containsOnly(200);
            assertThat(logged.messages())
                    .containsExactly(
                            "Weir limits nothing here: there is neither a rate-limits.yaml nor a weir.* property");
        }
    }

    @Test
    void applicationDoesNotStart_whenAnnotatedAndNothingIsConfigured() {
        assertThatThrownBy(() -> serve(Resources.Annotated.class)).hasStackTraceContaining("Weir is not configured");
    }

    // Paths.

    @Test
    void dotSegmentsAreNoWayAroundARule_whenRuntimeDoesNotResolveThem() throws Exception {
        RawHttp http = serve(
                Resources.AnyPath.class, feature(rule("open", "global", "2/1m").paths("/open/**")));
        assertThat(http.get("/open/a").body()).isEqualTo("open");
        Response dots = http.get("/open/../other");
        assertThat(dots.body()).isEqualTo("open");
        assertThat(dots.value("X-RateLimit-Remaining")).isEqualTo("0");
    }

    @Test
    void dotSegmentsAreNoWayToBeExcluded_whenRuntimeDoesNotResolveThem() throws Exception {
        HttpGate gate = HttpGate.builder()
                .limiter(LocalRateLimiter.create())
                .exclude("/health", "/static/**")
                .rule(rule("all", "global", "0/1m").build())
                .build();
        RawHttp http = serve(Resources.AnyPath.class, RateLimitFeature.of(gate).peerAddress(request -> "127.0.0.1"));
        for (String target : List.of(
                "/open/../health",
                "/open/%2e%2e/health",
                "/open/..;a=b/health",
                "/open%2F..%2Fhealth",
                "/open/..%2Fhealth",
                "//open/../health",
                "/open/../static/a",
                "/static/../open/a",
                "/static/%2e%2e/open/a",
                "/static/..;/open/a")) {
            assertThat(http.get(target).body()).as(target).isNotEqualTo("open");
        }
        assertThat(http.get("/open/a").status()).isEqualTo(429);
        assertThat(http.get("/static/a").status()).isEqualTo(404);
    }
}
