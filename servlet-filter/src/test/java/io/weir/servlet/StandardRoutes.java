package io.weir.servlet;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.Filter;
import jakarta.servlet.ServletContext;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.EnumSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;

/** The routes of {@code HttpAdapterFixture.start}, as an application of servlets would have them. */
final class StandardRoutes {

    private static final Executor LATER = CompletableFuture.delayedExecutor(20, TimeUnit.MILLISECONDS);

    private StandardRoutes() {}

    static void add(ServletContext context) {
        add(context, new X(), "/api/x");
        add(context, new Login(), "/api/login/*");
        add(context, new Boom(), "/api/boom");
        add(context, new Other(), "/other");
        add(context, new Async(), "/api/async");
        add(context, new Stream(), "/api/stream");
        add(context, new Upload(), "/api/upload");
    }

    static void add(ServletContext context, HttpServlet servlet, String... patterns) {
        var registration = context.addServlet(servlet.getClass().getName(), servlet);
        registration.addMapping(patterns);
        registration.setAsyncSupported(true);
    }

    /** As the README registers the filter: for REQUEST, with async-supported. */
    static void add(ServletContext context, String name, Filter filter) {
        var registration = context.addFilter(name, filter);
        registration.addMappingForUrlPatterns(EnumSet.of(DispatcherType.REQUEST), true, "/*");
        registration.setAsyncSupported(true);
    }

    private static void answer(HttpServletResponse response, String body) throws IOException {
        response.setContentType("text/plain");
        response.getWriter().print(body);
    }

    /** 200 {@code x}. */
    public static final class X extends HttpServlet {

        private static final long serialVersionUID = 1L;

        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
            answer(response, "x");
        }

        @Override
        protected void doPost(HttpServletRequest request, HttpServletResponse response) throws IOException {
            answer(response, "x");
        }
    }

    /** With and without a trailing slash, as a prefix mapping has it; below it is nothing. */
    static final class Login extends HttpServlet {

        private static final long serialVersionUID = 1L;

        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
            String below = request.getPathInfo();
            if (below == null || below.matches("/*")) {
                answer(response, "login");
            } else {
                response.sendError(404);
            }
        }

        @Override
        protected void doPost(HttpServletRequest request, HttpServletResponse response) throws IOException {
            response.sendError(401);
        }
    }

    /** Throws. */
    public static final class Boom extends HttpServlet {

        private static final long serialVersionUID = 1L;

        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response) {
            throw new IllegalStateException("boom, as the test wants it");
        }
    }

    static final class Other extends HttpServlet {

        private static final long serialVersionUID = 1L;

        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
            answer(response, "other");
        }
    }

    static final class Async extends HttpServlet {

        private static final long serialVersionUID = 1L;

        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response) {
            AsyncContext async = request.startAsync();
            LATER.execute(() -> {
                try {
                    answer((HttpServletResponse) async.getResponse(), "async");
                    async.complete();
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
        }
    }

    static final class Stream extends HttpServlet {

        private static final long serialVersionUID = 1L;

        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response) {
            response.setContentType("text/event-stream");
            AsyncContext async = request.startAsync();
            LATER.execute(() -> send(async, 1));
        }

        private static void send(AsyncContext async, int event) {
            try {
                async.getResponse().getWriter().print("data: " + event + "\n\n");
                async.getResponse().flushBuffer();
                if (event == 3) {
                    async.complete();
                } else {
                    LATER.execute(() -> send(async, event + 1));
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    static final class Upload extends HttpServlet {

        private static final long serialVersionUID = 1L;

        @Override
        protected void doPost(HttpServletRequest request, HttpServletResponse response) throws IOException {
            answer(response, Integer.toString(request.getInputStream().readAllBytes().length));
        }
    }
}
