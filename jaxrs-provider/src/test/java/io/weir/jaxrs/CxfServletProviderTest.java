package io.weir.jaxrs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.http.HttpAdapterFixture.Node;
import io.weir.http.HttpGate;
import io.weir.http.RawHttp;
import io.weir.servlet.RateLimitFilter;
import jakarta.ws.rs.ClientErrorException;
import jakarta.ws.rs.NotFoundException;
import jakarta.ws.rs.core.Feature;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.ext.ExceptionMapper;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

/** CXF injects nothing of the container into a feature: to the provider it is a runtime without one. */
class CxfServletProviderTest extends ProviderContract {

    @Override
    Node start(TestApplication application) throws Exception {
        // CXF looks for no features in META-INF/services.
        return CxfOnJetty.start(application.orElse(RateLimitFeature.class), "/*", app -> {});
    }

    // What differs.

    /** CXF leaves an exception that nobody maps to the container, past all response filters. */
    @Test
    @Override
    void statusThatTheClientGetsIsHeardOnce_howeverTheApplicationComesToIt() throws Exception {
        List<Integer> heard = new CopyOnWriteArrayList<>();
        RawHttp http = serve(
                StatusResource.class,
                new StatusResource.Mapper(),
                feature(rule("all", "global", "99/1m").count(heard::add)));
        assertThat(List.of(
                        http.get("/status/returned").status(),
                        http.get("/status/thrown").status(),
                        http.get("/status/mapped").status(),
                        http.get("/status/unmapped").status(),
                        http.get("/status/none").status()))
                .containsExactly(401, 401, 409, 500, 404);
        assertThat(heard).containsExactly(401, 401, 409, 404);
    }

    /** Each feature has a configuration of its own, so that the second cannot know of the first. */
    @Test
    @Override
    void firstRegistrationHoldsAndTheSecondIsLoggedOnce_whenTwoHaveAGate() throws Exception {
        Feature second = context -> feature(rule("all", "global", "3/1m")).configure(context);
        RawHttp http = serve(StandardResource.class, feature(rule("all", "global", "3/1m")), second);
        assertThat(statuses(4, http, "GET", "/api/x")).containsExactly(200, 200, 200, 429);
    }

    /** Below a root resource that matched, CXF's 404 is no NotFoundException. */
    private static final class Verbose4xx implements ExceptionMapper<ClientErrorException> {

        @Override
        public Response toResponse(ClientErrorException exception) {
            return new Verbose404().toResponse(new NotFoundException(exception));
        }
    }

    @Test
    @Override
    void refusalInPlaceOfA404IsWhole_whenRuleWaitsForAUser() throws Exception {
        RawHttp http = serve(StandardResource.class, feature(rule("all", "user", "1/1m")), new Verbose4xx());
        assertThat(http.get("/none").body()).isEqualTo("nothing here");
        RawHttp.Response refused = http.get("/none");
        assertIsRefusal(refused);
        assertThat(refused.has("ETag")).isFalse();
        assertThat(refused.value("X-Kept")).isEqualTo("yes");
    }

    /** CXF asks the application's writers before its own, even for octets. */
    @Test
    @Override
    void refusalIsNoJsonString_whenAJsonProviderClaimsEverything() throws Exception {
        RawHttp http = serve(StandardResource.class, new GreedyWriter(), feature(rule("all", "user", "1/1m")));
        assertThat(http.get("/none").status()).isEqualTo(404);
        RawHttp.Response refused = http.get("/none");
        assertThat(refused.status()).isEqualTo(429);
        assertThat(refused.values("Retry-After")).hasSize(1);
        assertThat(refused.body()).startsWith("\"[B@");
    }

    /** To OPTIONS CXF answers 404 below a locator, and by itself only on a root resource. */
    @Test
    @Override
    void optionsIsCharged_whenTheRuntimeAnswersItAndARuleCoversThePath() throws Exception {
        for (String key : List.of("ip", "user | ip", "user")) {
            RawHttp http = serve(SubResources.Whole.class, feature(rule("all", key, "2/1m")));
            assertThat(statuses(2, http, "OPTIONS", "/whole")).as(key).containsOnly(200);
            assertIsRefusal(http.send("OPTIONS", "/whole"));
        }
    }

    @Test
    @Override
    void optionsTakesNothingOfAnAnnotatedBudget_whenTheRuntimeAnswersIt() throws Exception {
        RawHttp http = serve(SubResources.Whole.class, SubResources.Place.class, feature());
        for (String target : List.of("/whole", "/whole/one", "/place/locator", "/place/child/method")) {
            assertThat(statuses(5, http, "OPTIONS", target)).as(target).containsAnyOf(200, 404);
            assertThat(http.get(target).status()).as(target).isEqualTo(200);
        }
    }

    /** CXF matches the regular expressions of templates against parameters too. */
    @Test
    @Override
    void limitOfTheLocatorThatTheRuntimeChoseHolds_whenThePathHasParameters() throws Exception {
        RawHttp http = serve(SubResources.Overlapping.class, feature());
        List<String> paths =
                List.of("a;b", "a/a;b", "a/a;b=c", "a-b/a;c", "a-b;c=d/a", "v1;a/b", "files/a;b/c", "12;a/x;y");
        assertThat(paths).filteredOn(path -> !isLimitedAsChosen(http, path)).containsExactly("v1;a/b");
    }

    private static boolean isLimitedAsChosen(RawHttp http, String path) {
        RawHttp.Response response = http.get("/overlapping/t;a=b/" + path);
        return response.value("RateLimit-Policy").contains("\"Overlapping-" + response.body() + "-");
    }

    // Without a servlet container, as it seems.

    @Test
    void applicationDoesNotStart_whenARuleNeedsAnAddressAndTheApplicationDoesNotTellIt() {
        RateLimitFeature feature = RateLimitFeature.of(gate(rule("login", "user | ip", "3/1m")));
        assertThatThrownBy(() -> serve(StandardResource.class, feature))
                .hasStackTraceContaining("RateLimitFeature.peerAddress");
    }

    @Test
    void addressIsThePeers_whenTheApplicationTakesItFromTheMessage() throws Exception {
        RateLimitFeature feature =
                RateLimitFeature.of(gate(rule("all", "ip", "1/1m"))).peerAddress(CxfOnJetty::peer);
        RawHttp http = serve(StandardResource.class, feature);
        assertThat(statuses(2, http, "GET", "/api/x")).containsExactly(200, 429);
        assertThat(http.get("/api/x", "X-Forwarded-For: 192.0.2.1").status()).isEqualTo(429);
    }

    @Test
    void requestIsChargedOnce_whenFilterAndProviderShareAGate() throws Exception {
        HttpGate gate = gate(rule("all", "ip", "3/1m"), rule("users", "user", "9/1m"));
        RateLimitFeature feature = RateLimitFeature.of(gate).peerAddress(CxfOnJetty::peer);
        RawHttp http = client(CxfOnJetty.start(
                TestApplication.of(StandardResource.class, feature),
                "/*",
                app -> app.filter(new RateLimitFilter(gate))));
        assertThat(statuses(4, http, "GET", "/api/x")).containsExactly(200, 200, 200, 429);
    }

    @Test
    void pathsAreThoseWithinTheBaseUri_whenTheServletIsMappedBelowTheApplication() throws Exception {
        RawHttp http = client(CxfOnJetty.start(
                TestApplication.of(
                        StandardResource.class,
                        feature(rule("inside", "global", "1/1m").paths("/api/x"))),
                "/rest/*",
                app -> {}));
        assertThat(statuses(2, http, "GET", "/rest/api/x")).containsExactly(200, 429);
    }
}
