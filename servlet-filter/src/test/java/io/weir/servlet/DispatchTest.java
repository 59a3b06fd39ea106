package io.weir.servlet;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.http.RawHttp;
import io.weir.http.RawHttp.Response;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The container dispatches a request again and again; it is charged when it arrives. */
class DispatchTest extends ServletTest {

    private static final String[] EVERY_DISPATCHER = {"REQUEST", "FORWARD", "INCLUDE", "ASYNC", "ERROR"};

    @TempDir
    Path folder;

    @ParameterizedTest
    @EnumSource
    void requestIsChargedOnce_whenFilterIsMappedToEveryDispatcher(Container container) throws Exception {
        RawHttp http = deploy(container, "6/1m", "/**");
        assertAnswers(http.get("/forward"), 200, "x", "5");
        assertAnswers(http.get("/include"), 200, "before x after", "4");
        assertAnswers(http.get("/dispatch"), 200, "x", "3");
        Response boom = http.get("/boom");
        if (container == Container.UNDERTOW) { // clears all fields when the application throws
            assertThat(boom).returns(500, Response::status).returns("error page", Response::body);
        } else {
            assertAnswers(boom, 500, "error page", "2");
        }
        assertAnswers(http.get("/none"), 404, "error page", "1");
        assertAnswers(http.get("/x"), 200, "x", "0");
        assertThat(http.get("/x").status()).isEqualTo(429);
    }

    @ParameterizedTest
    @EnumSource
    void refusalIsNotTheErrorPage_whenApplicationHasOneFor429(Container container) throws Exception {
        RawHttp http = deploy(container, "0/1m", "/**");
        Response refused = http.get("/forward");
        assertThat(refused.status()).isEqualTo(429);
        assertThat(refused.value("Content-Type")).isEqualTo("application/problem+json");
        assertThat(refused.body()).contains("\"Quota Exceeded\"").doesNotContain("error page");
    }

    @ParameterizedTest
    @EnumSource
    void laterDispatchIsNeitherChargedNorRefused_whenRuleIsForWhereItGoes(Container container) throws Exception {
        RawHttp http = deploy(container, "0/1m", "/x,/error");
        assertThat(http.get("/x").status()).isEqualTo(429);
        for (String target : List.of("/forward", "/include", "/dispatch")) {
            Response response = http.get(target);
            assertThat(response.status()).as(target).isEqualTo(200);
            assertThat(response.has("RateLimit")).as(target).isFalse();
        }
        assertThat(http.get("/boom")).returns(500, Response::status).returns("error page", Response::body);
    }

    private static void assertAnswers(Response response, int status, String body, String remaining) {
        assertThat(response).returns(status, Response::status).returns(body, Response::body);
        assertThat(response.values("X-RateLimit-Remaining")).containsExactly(remaining);
        assertThat(response.values("RateLimit")).hasSize(1);
    }

    private RawHttp deploy(Container container, String limit, String paths) throws Exception {
        WebApp application = WebApp.in(
                folder,
                "<listener><listener-class>" + GateListener.class.getName() + "</listener-class></listener>",
                WebApp.contextParam("limit", limit),
                WebApp.contextParam("paths", paths),
                WebApp.filter("limits", Map.of(), EVERY_DISPATCHER),
                WebApp.servlet(StandardRoutes.X.class, "/x"),
                WebApp.servlet(StandardRoutes.Boom.class, "/boom"),
                WebApp.servlet(Forward.class, "/forward"),
                WebApp.servlet(Include.class, "/include"),
                WebApp.servlet(Dispatch.class, "/dispatch"),
                WebApp.servlet(ErrorPage.class, "/error"),
                WebApp.errorPage(404, "/error"),
                WebApp.errorPage(429, "/error"),
                WebApp.errorPage(500, "/error"));
        return deploy(container, application, "");
    }

    /** Forwards to {@code /x}. */
    public static final class Forward extends HttpServlet {

        private static final long serialVersionUID = 1L;

        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response)
                throws ServletException, IOException {
            request.getRequestDispatcher("/x").forward(request, response);
        }
    }

    /** Includes {@code /x}. */
    public static final class Include extends HttpServlet {

        private static final long serialVersionUID = 1L;

        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response)
                throws ServletException, IOException {
            response.getWriter().print("before ");
            request.getRequestDispatcher("/x").include(request, response);
            response.getWriter().print(" after");
        }
    }

    /** Starts asynchronously and dispatches to {@code /x}. */
    public static final class Dispatch extends HttpServlet {

        private static final long serialVersionUID = 1L;

        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response) {
            request.startAsync().dispatch("/x");
        }
    }

    /** The error page for everything. */
    public static final class ErrorPage extends HttpServlet {

        private static final long serialVersionUID = 1L;

        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
            response.getWriter().print("error page");
        }
    }
}
