package io.weir.servlet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.weir.Limit;
import io.weir.http.HttpGate;
import io.weir.http.RawHttp;
import io.weir.http.Rule;
import io.weir.local.LocalRateLimiter;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.ServletContextEvent;
import jakarta.servlet.ServletContextListener;
import jakarta.servlet.ServletException;
import jakarta.servlet.UnavailableException;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Which status a rule hears that counts by the response: the one that the client gets. */
class CountedStatusTest extends ServletTest {

    /** What the rule heard. One for all: the container makes the listener and the servlets. */
    private static final List<Integer> HEARD = new CopyOnWriteArrayList<>();

    @TempDir
    Path folder;

    @BeforeEach
    void forget() {
        HEARD.clear();
    }

    @ParameterizedTest
    @EnumSource
    void statusIsHeard_whenTheApplicationSetsIt(Container container) throws Exception {
        RawHttp http = deploy(container);
        assertHeard(http, "/answer?setStatus", 401);
        assertHeard(http, "/answer?sendError", 401);
        assertHeard(http, "/answer?sendErrorAsync", 401);
        assertHeard(http, "/none", 404);
    }

    @ParameterizedTest
    @EnumSource
    void statusOfTheContainerIsHeard_whenTheApplicationThrows(Container container) throws Exception {
        RawHttp http = deploy(container);
        assertHeard(http, "/answer?throw", 500);
        assertHeard(http, "/answer?throwAsync", 500);
        assertHeard(http, "/unavailable", 503);
        assertHeard(http, "/gone", 404);
    }

    @ParameterizedTest
    @EnumSource
    void statusOnItsWayIsHeard_whenTheApplicationThrowsTooLate(Container container) throws Exception {
        RawHttp http = deploy(container);
        http.getAndLeave("/answer?throwLate", "HTTP/1.1 401".length());
        await().until(() -> !HEARD.isEmpty());
        assertThat(HEARD).containsExactly(401);
    }

    @ParameterizedTest
    @EnumSource
    void lastStatusIsHeardOnce_whenARequestIsAsynchronousAgainAndAgain(Container container) throws Exception {
        RawHttp http = deploy(container);
        assertHeard(http, "/dispatch?/answer?setStatus", 401);
        assertHeard(http, "/dispatch?/dispatch?/answer?sendErrorAsync", 401);
        assertHeard(http, "/dispatch?/answer?throw", 500);
    }

    /** Servlet containers run it after the filters, unless the response is asynchronous. */
    @ParameterizedTest
    @EnumSource
    void statusOfTheApplicationIsHeard_whenAnErrorPageChangesIt(Container container) throws Exception {
        RawHttp http = deploy(container);
        assertThat(http.get("/answer?conflict").status()).isEqualTo(418);
        assertThat(HEARD).containsExactly(409);
    }

    private static void assertHeard(RawHttp http, String target, int status) {
        HEARD.clear();
        assertThat(http.get(target).status()).as(target).isEqualTo(status);
        await(target).until(() -> !HEARD.isEmpty());
        assertThat(HEARD).as(target).containsExactly(status);
    }

    private RawHttp deploy(Container container) throws Exception {
        WebApp application = WebApp.in(
                folder,
                "<listener><listener-class>" + Gate.class.getName() + "</listener-class></listener>",
                WebApp.filter("limits", Map.of()),
                WebApp.servlet(Answer.class, "/answer"),
                WebApp.servlet(Dispatch.class, "/dispatch"),
                WebApp.servlet(Unavailable.class, "/unavailable"),
                WebApp.servlet(Gone.class, "/gone"),
                WebApp.servlet(ErrorPage.class, "/error"),
                WebApp.errorPage(401, "/error"),
                WebApp.errorPage(409, "/error"),
                WebApp.errorPage(500, "/error"));
        return deploy(container, application, "");
    }

    /** Puts a gate into the context that counts every response and writes down its status. */
    public static final class Gate implements ServletContextListener {

        @Override
        public void contextInitialized(ServletContextEvent event) {
            Rule rule = Rule.named("all")
                    .count(HEARD::add)
                    .limit(Limit.parse("99/1m"))
                    .build();
            HttpGate gate = HttpGate.builder()
                    .limiter(LocalRateLimiter.create())
                    .rule(rule)
                    .build();
            event.getServletContext().setAttribute(HttpGate.class.getName(), gate);
        }
    }

    /** Answers as the query says. */
    public static final class Answer extends HttpServlet {

        private static final long serialVersionUID = 1L;

        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response)
                throws ServletException, IOException {
            switch (request.getQueryString()) {
                case "setStatus" -> response.setStatus(401);
                case "sendError" -> response.sendError(401);
                case "sendErrorAsync" -> sendErrorAsync(request.startAsync());
                case "throwAsync" -> {
                    request.startAsync().setTimeout(100); // Jetty goes on as if nothing was thrown
                    throw new ServletException("as the test wants it");
                }
                case "throwLate" -> {
                    response.setStatus(401);
                    response.flushBuffer();
                    throw new ServletException("as the test wants it");
                }
                case "conflict" -> response.sendError(409);
                default -> throw new ServletException("as the test wants it");
            }
        }

        private static void sendErrorAsync(AsyncContext async) {
            async.start(() -> {
                try {
                    ((HttpServletResponse) async.getResponse()).sendError(401);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                } finally {
                    async.complete();
                }
            });
        }
    }

    /** Dispatches to where the query says, from another thread. */
    public static final class Dispatch extends HttpServlet {

        private static final long serialVersionUID = 1L;

        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response) {
            AsyncContext async = request.startAsync();
            String target = request.getQueryString();
            async.start(() -> async.dispatch(target));
        }
    }

    /** Is unavailable for a while. */
    public static final class Unavailable extends HttpServlet {

        private static final long serialVersionUID = 1L;

        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response) throws ServletException {
            throw new UnavailableException("as the test wants it", 60);
        }
    }

    /** Is unavailable for good. */
    public static final class Gone extends HttpServlet {

        private static final long serialVersionUID = 1L;

        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response) throws ServletException {
            throw new UnavailableException("as the test wants it");
        }
    }

    /** Keeps the status, but for 409. */
    public static final class ErrorPage extends HttpServlet {

        private static final long serialVersionUID = 1L;

        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
            if (response.getStatus() == 409) {
                response.setStatus(418);
            }
            response.getWriter().print("error page");
        }
    }
}
