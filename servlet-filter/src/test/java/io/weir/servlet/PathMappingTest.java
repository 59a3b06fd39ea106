package io.weir.servlet;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.http.RawHttp;
import io.weir.http.RawHttp.Response;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The path of a rule is the path within the application, whatever kind of mapping leads to the servlet. */
class PathMappingTest extends ServletTest {

    @ParameterizedTest
    @CsvSource({
        "JETTY, /a/b, /a/b", "TOMCAT, /a/b, /a/b", "UNDERTOW, /a/b, /a/b",
        "JETTY, /a/*, /a/b", "TOMCAT, /a/*, /a/b", "UNDERTOW, /a/*, /a/b",
        "JETTY, /*, /a/b", "TOMCAT, /*, /a/b", "UNDERTOW, /*, /a/b",
        "JETTY, *.do, /a/b.do", "TOMCAT, *.do, /a/b.do", "UNDERTOW, *.do, /a/b.do",
        "JETTY, '', /", "TOMCAT, '', /", "UNDERTOW, '', /"
    })
    void ruleHolds_whateverTheServletIsMappedTo(Container container, String pattern, String path) throws Exception {
        RawHttp http = start(container, context -> {
            StandardRoutes.add(context, new StandardRoutes.X(), pattern);
            StandardRoutes.add(context, "limits", new RateLimitFilter(gate("1/1m", "ip", path)));
        });
        assertThat(http.get(path)).returns(200, Response::status).returns("x", Response::body);
        assertThat(http.get(path).status()).isEqualTo(429);
        assertThat(http.get("/c").has("RateLimit")).isFalse();
    }
}
