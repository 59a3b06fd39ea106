package io.weir.servlet;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.http.RawHttp;
import io.weir.http.RawHttp.Response;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.Filter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.EnumSet;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a filter earlier in the chain has done to the response. */
class EarlierFilterTest extends ServletTest {

    private RawHttp behind(Container container, Filter earlier) throws Exception {
        return start(container, context -> {
            StandardRoutes.add(context);
            StandardRoutes.add(context, "earlier", earlier);
            StandardRoutes.add(context, "limits", new RateLimitFilter(gate("1/1m", "ip", "/**")));
        });
    }

    @ParameterizedTest
    @EnumSource
    void fieldsOfCorsFilterSurvive_whenRequestIsRefused(Container container) throws Exception {
        RawHttp http = behind(container, (request, response, chain) -> {
            ((HttpServletResponse) response).setHeader("Access-Control-Allow-Origin", "http://a.example");
            chain.doFilter(request, response);
        });
        assertThat(http.get("/api/x").status()).isEqualTo(200);
        Response refused = http.get("/api/x");
        assertThat(refused.status()).isEqualTo(429);
        assertThat(refused.values("Access-Control-Allow-Origin")).containsExactly("http://a.example");
    }

    /** As filters do that rewrite URLs. */
    @ParameterizedTest
    @EnumSource
    void pathIsLimitedOnce_whenAnEarlierFilterForwardsOrDispatchesToIt(Container container) throws Exception {
        RawHttp http = start(container, context -> {
            StandardRoutes.add(context);
            StandardRoutes.add(context, "earlier", (request, response, chain) -> {
                switch (((HttpServletRequest) request).getRequestURI()) {
                    case "/forwarded" -> request.getRequestDispatcher("/api/x").forward(request, response);
                    case "/dispatched" -> request.startAsync().dispatch("/api/x");
                    default -> chain.doFilter(request, response);
                }
            });
            var limits = context.addFilter("limits", new RateLimitFilter(gate("3/1m", "ip", "/api/**")));
            limits.addMappingForUrlPatterns(EnumSet.allOf(DispatcherType.class), true, "/*");
            limits.setAsyncSupported(true);
        });
        assertThat(http.get("/forwarded")).returns(200, Response::status).returns("2", ServletTest::remaining);
        assertThat(http.get("/dispatched")).returns(200, Response::status).returns("1", ServletTest::remaining);
        assertThat(http.get("/api/x")).returns(200, Response::status).returns("0", ServletTest::remaining);
        for (String target : List.of("/forwarded", "/dispatched", "/api/x")) {
            assertThat(http.get(target).status()).as(target).isEqualTo(429);
        }
    }

    @ParameterizedTest
    @EnumSource
    void listFieldsAreAdded_whenAnotherLimiterHasWrittenSome(Container container) throws Exception {
        RawHttp http = behind(container, (request, response, chain) -> {
            ((HttpServletResponse) response).addHeader("RateLimit-Policy", "\"gateway\";q=9");
            ((HttpServletResponse) response).addHeader("X-RateLimit-Limit", "9");
            chain.doFilter(request, response);
        });
        Response response = http.get("/api/x");
        assertThat(response.value("RateLimit-Policy")).isEqualTo("\"gateway\";q=9, \"rule\";q=1;w=60");
        assertThat(response.values("X-RateLimit-Limit")).containsExactly("1");
    }

    @ParameterizedTest
    @EnumSource
    void refusalIsWhole_whenWriterWasTakenBefore(Container container) throws Exception {
        RawHttp http = behind(container, (request, response, chain) -> {
            assertThat(response.getWriter()).isNotNull();
            chain.doFilter(request, response);
        });
        assertThat(http.get("/api/x").status()).isEqualTo(200);
        Response refused = http.get("/api/x");
        assertThat(refused.status()).isEqualTo(429);
        assertThat(refused.body()).startsWith("{\"type\":").endsWith("\"violated-policies\":[\"rule\"]}");
    }

    @ParameterizedTest
    @EnumSource
    void responseIsLeftAsItIs_whenItIsOnItsWayAlready(Container container) throws Exception {
        RawHttp http = behind(container, (request, response, chain) -> {
            response.getWriter().print("early ");
            response.flushBuffer();
            chain.doFilter(request, response);
        });
        assertThat(http.get("/api/x").body()).isEqualTo("early x");
        Response refused = http.get("/api/x");
        assertThat(refused).returns(200, Response::status).returns("early ", Response::body);
    }
}
