package io.weir.servlet;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.http.RawHttp;
import io.weir.http.RawHttp.Response;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.Filter;
import jakarta.servlet.ServletContext;
import java.util.EnumSet;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Beside the CORS filter that each container brings. */
class CorsTest extends ServletTest {

    private static final String ORIGIN = "http://a.example";

    /** By name, as in web.xml: Jetty has marked it for removal, and applications will have it for years. */
    private static final String JETTY_CORS =
            "org.eclipse.jetty." + JettyContexts.release() + ".servlets.CrossOriginFilter";

    private static final String TOMCAT_CORS = "org.apache.catalina.filters.CorsFilter";

    private RawHttp behindCors(Container container) throws Exception {
        return start(container, context -> {
            StandardRoutes.add(context);
            addCors(container, context);
            StandardRoutes.add(context, "limits", limits());
        });
    }

    private RawHttp beforeCors(Container container) throws Exception {
        return start(container, context -> {
            StandardRoutes.add(context);
            StandardRoutes.add(context, "limits", limits());
            addCors(container, context);
        });
    }

    private static Filter limits() {
        return new RateLimitFilter(gate("3/10m", "ip", "/api/**"));
    }

    private static void addCors(Container container, ServletContext context) {
        boolean jetty = container == Container.JETTY;
        var registration = context.addFilter("cors", jetty ? JETTY_CORS : TOMCAT_CORS);
        registration.setInitParameters(
                jetty
                        ? Map.of("allowedOrigins", ORIGIN, "exposedHeaders", "RateLimit", "chainPreflight", "false")
                        : Map.of(
                                "cors.allowed.origins", ORIGIN,
                                "cors.support.credentials", "true",
                                "cors.exposed.headers", "RateLimit"));
        registration.addMappingForUrlPatterns(EnumSet.of(DispatcherType.REQUEST), true, "/*");
        registration.setAsyncSupported(true);
    }

    @ParameterizedTest
    @EnumSource
    void pagesAreChargedAndPreflightsAreNot_whenTheCorsFilterComesFirst(Container container) throws Exception {
        RawHttp http = behindCors(container);
        assertThreePages(http);
        Response refused = get(http);
        assertThat(refused.status()).isEqualTo(429);
        assertThat(refused.values("Access-Control-Allow-Origin")).containsExactly(ORIGIN);
        assertThat(refused.values("Access-Control-Allow-Credentials")).containsExactly("true");
        assertThat(refused.values("Access-Control-Expose-Headers")).containsExactly("RateLimit");
        assertThat(refused.body()).contains("\"Quota Exceeded\"");
        assertPreflight(http);
    }

    @ParameterizedTest
    @EnumSource
    void pagesAreChargedAndPreflightsAreNot_whenTheLimiterComesFirst(Container container) throws Exception {
        RawHttp http = beforeCors(container);
        assertThreePages(http);
        assertThat(get(http).status()).isEqualTo(429);
        assertPreflight(http);
    }

    private static void assertThreePages(RawHttp http) {
        for (int left = 2; left >= 0; left--) {
            assertPreflight(http);
            Response page = get(http);
            assertThat(page).returns(200, Response::status).returns("x", Response::body);
            assertThat(page.values("Access-Control-Allow-Origin")).containsExactly(ORIGIN);
            assertThat(remaining(page)).isEqualTo(Integer.toString(left));
        }
    }

    private static void assertPreflight(RawHttp http) {
        Response preflight = http.send("OPTIONS", "/api/x", "Origin: " + ORIGIN, "Access-Control-Request-Method: GET");
        assertThat(preflight.status()).isEqualTo(200);
        assertThat(preflight.values("Access-Control-Allow-Origin")).containsExactly(ORIGIN);
        assertThat(preflight.value("Access-Control-Allow-Methods")).contains("GET");
        assertThat(preflight.has("RateLimit")).isFalse();
    }

    private static Response get(RawHttp http) {
        return http.get("/api/x", "Origin: " + ORIGIN);
    }
}
