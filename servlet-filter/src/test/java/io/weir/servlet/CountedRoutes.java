package io.weir.servlet;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.ServletContext;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.OutputStream;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** The routes of {@code ResponseCountContract}. */
final class CountedRoutes {

    private static final int TIMEOUT_MILLIS = 100;
    private static final byte[] THOUSAND = new byte[1000];

    private CountedRoutes() {}

    static void add(ServletContext context) {
        StandardRoutes.add(context, new Silent(), "/counted/silent");
        StandardRoutes.add(context, new Late(), "/counted/late");
        StandardRoutes.add(context, new Slow(), "/counted/slow");
        StandardRoutes.add(context, new Endless(), "/counted/endless");
        StandardRoutes.add(context, new EndlessAsync(), "/counted/endless-async");
    }

    private static void answer401(AsyncContext async) {
        ((HttpServletResponse) async.getResponse()).setStatus(401);
        async.complete();
    }

    /** Bounded, so that a server that does not notice ends the test with a failure. */
    private static void writeUntilTheClientIsGone(HttpServletResponse response) throws IOException {
        OutputStream out = response.getOutputStream();
        for (int i = 0; i < 100_000; i++) {
            out.write(THOUSAND);
            out.flush();
        }
    }

    static final class Silent extends HttpServlet {

        private static final long serialVersionUID = 1L;

        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response) {
            request.startAsync().setTimeout(TIMEOUT_MILLIS);
        }
    }

    static final class Late extends HttpServlet {

        private static final long serialVersionUID = 1L;

        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response) {
            AsyncContext async = request.startAsync();
            async.setTimeout(TIMEOUT_MILLIS);
            async.addListener(new AsyncListener() {
                @Override
                public void onTimeout(AsyncEvent event) {
                    answer401(async);
                }

                @Override
                public void onComplete(AsyncEvent event) {}

                @Override
                public void onError(AsyncEvent event) {}

                @Override
                public void onStartAsync(AsyncEvent event) {}
            });
        }
    }

    static final class Slow extends HttpServlet {

        private static final long serialVersionUID = 1L;

        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response) {
            AsyncContext async = request.startAsync();
            CompletableFuture.delayedExecutor(200, TimeUnit.MILLISECONDS).execute(() -> answer401(async));
        }
    }

    static final class Endless extends HttpServlet {

        private static final long serialVersionUID = 1L;

        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
            writeUntilTheClientIsGone(response);
        }
    }

    static final class EndlessAsync extends HttpServlet {

        private static final long serialVersionUID = 1L;

        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response) {
            AsyncContext async = request.startAsync();
            async.start(() -> {
                try {
                    writeUntilTheClientIsGone(response);
                } catch (IOException e) {
                    async.complete();
                }
            });
        }
    }
}
