package io.weir.servlet;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.Limit;
import io.weir.http.HttpGate;
import io.weir.http.RawHttp;
import io.weir.http.RawHttp.Response;
import io.weir.http.Rule;
import io.weir.local.LocalRateLimiter;
import io.weir.testing.Logged;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.Filter;
import jakarta.servlet.ServletContext;
import jakarta.servlet.http.HttpServletResponse;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * What the filter says, once, of an application in which it cannot do what it is meant to. Undertow makes a filter only when
 * a request needs it, so each is sent one.
 */
class StartUpWarningsTest extends ServletTest {

    private final Logged log = new Logged();

    @AfterEach
    void stopListening() {
        log.close();
    }

    private static HttpGate gate(Map<String, List<String>> rules) {
        HttpGate.Builder gate = HttpGate.builder().limiter(LocalRateLimiter.create());
        rules.forEach((name, paths) -> gate.rule(Rule.named(name)
                .paths(paths.toArray(String[]::new))
                .limit(Limit.parse("9/1m"))
                .build()));
        return gate.build();
    }

    private static void map(ServletContext context, Filter filter, String... patterns) {
        var registration = context.addFilter(filter.toString(), filter);
        registration.addMappingForUrlPatterns(EnumSet.of(DispatcherType.REQUEST), true, patterns);
        registration.setAsyncSupported(true);
    }

    private static Filter allowingOrigins() {
        return (request, response, chain) -> {
            ((HttpServletResponse) response).setHeader("Access-Control-Allow-Origin", "*");
            chain.doFilter(request, response);
        };
    }

    // Rules that no request can match.

    @ParameterizedTest
    @EnumSource
    void aRuleIsNamedOnce_whenTheFilterSeesNoneOfItsPaths(Container container) throws Exception {
        HttpGate gate = gate(Map.of(
                "seen",
                List.of("/api/x"),
                "partly",
                List.of("/login", "/**"),
                "unseen",
                List.of("/login", "/apis/**")));
        RawHttp http = start(container, context -> {
            StandardRoutes.add(context);
            map(context, new RateLimitFilter(gate), "/api/*", "/exact");
            map(context, new RateLimitFilter(gate), "/other");
        });
        http.get("/api/x");
        http.get("/other");
        assertThat(log.news(RateLimitFilter.class))
                .singleElement()
                .asString()
                .startsWith("WARN Rule 'unseen' limits nothing here")
                .contains("/api/**", "/exact", "/other");
    }

    @ParameterizedTest
    @EnumSource
    void nothingIsSaid_whenTheFilterIsMappedToAServlet(Container container) throws Exception {
        HttpGate gate = gate(Map.of("seen", List.of("/api/x"), "unseen", List.of("/other")));
        RawHttp http = start(container, context -> {
            StandardRoutes.add(context);
            var registration = context.addFilter("limits", new RateLimitFilter(gate));
            registration.addMappingForServletNames(
                    EnumSet.of(DispatcherType.REQUEST), true, StandardRoutes.X.class.getName());
            registration.setAsyncSupported(true);
        });
        http.get("/api/x");
        assertThat(log.news(RateLimitFilter.class)).singleElement().asString().startsWith("WARN Rule 'unseen'");
    }

    /** Patterns to the letter, as a container takes them, that as paths of a rule would mean something else or nothing. */
    @ParameterizedTest
    @EnumSource
    void theApplicationStarts_whenThePathsOfARuleCouldNotBeSpelledAsThePatternIs(Container container) throws Exception {
        HttpGate gate = gate(Map.of("rule", List.of("/api/**")));
        RawHttp http = start(container, context -> {
            StandardRoutes.add(context);
            map(context, new RateLimitFilter(gate), "/api/x", "/api/a*", "/api/{b", "/caf%C3%A9/*");
        });
        assertThat(http.get("/api/x")).returns(200, Response::status).matches(x -> x.has("RateLimit"));
        assertThat(log.news(RateLimitFilter.class)).isEmpty();
    }

    // CORS.

    @ParameterizedTest
    @EnumSource
    void theOrderIsNamedOnce_whenOtherOriginsAreAllowedBehindTheLimiter(Container container) throws Exception {
        RawHttp http = start(container, context -> {
            StandardRoutes.add(context);
            StandardRoutes.add(context, "limits", new RateLimitFilter(gate("9/1m", "ip", "/**")));
            StandardRoutes.add(context, "cors", allowingOrigins());
        });
        http.get("/api/x");
        assertThat(log.news(RateLimitFilter.class)).isEmpty();
        http.get("/api/x", "Origin: http://a.example");
        http.get("/api/x", "Origin: http://a.example");
        assertThat(log.news(RateLimitFilter.class))
                .singleElement()
                .asString()
                .startsWith("WARN What allows other origins comes after Weir")
                .contains("network error");
    }

    @ParameterizedTest
    @EnumSource
    void nothingIsSaid_whenOtherOriginsAreAllowedBeforeTheLimiter(Container container) throws Exception {
        RawHttp http = start(container, context -> {
            StandardRoutes.add(context);
            StandardRoutes.add(context, "cors", allowingOrigins());
            StandardRoutes.add(context, "limits", new RateLimitFilter(gate("9/1m", "ip", "/**")));
        });
        http.get("/api/x", "Origin: http://a.example");
        assertThat(log.news(RateLimitFilter.class)).isEmpty();
    }
}
