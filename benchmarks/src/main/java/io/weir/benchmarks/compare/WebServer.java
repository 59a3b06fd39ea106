package io.weir.benchmarks.compare;

import jakarta.servlet.DispatcherType;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.EnumSet;
import java.util.List;
import org.eclipse.jetty.ee10.servlet.FilterHolder;
import org.eclipse.jetty.ee10.servlet.ServletContextHandler;
import org.eclipse.jetty.ee10.servlet.ServletHolder;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;

/** Jetty on loopback, with one servlet that has next to nothing to do. */
final class WebServer implements AutoCloseable {

    /** As long as a short answer of an API. */
    private static final byte[] ANSWER =
            "{\"quotes\":[{\"symbol\":\"ABC\",\"price\":\"101.25\",\"currency\":\"EUR\",\"at\":\"2026-01-01T00:00:00Z\"}]}"
                    .getBytes(StandardCharsets.UTF_8);

    private static final class Quotes extends HttpServlet {

        private static final long serialVersionUID = 1;

        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
            response.setContentType("application/json");
            response.setContentLength(ANSWER.length);
            response.getOutputStream().write(ANSWER);
        }
    }

    private final Server server = new Server();
    private final ServerConnector connector = new ServerConnector(server, 1, 1);

    private WebServer() {}

    /** @throws Exception if it does not start */
    static WebServer start(List<FilterHolder> filters) throws Exception {
        WebServer started = new WebServer();
        ServletContextHandler context = new ServletContextHandler("/");
        for (FilterHolder filter : filters) {
            filter.setAsyncSupported(true);
            context.addFilter(filter, "/*", EnumSet.of(DispatcherType.REQUEST));
        }
        context.addServlet(new ServletHolder(new Quotes()), "/*");
        started.connector.setHost("127.0.0.1");
        started.server.addConnector(started.connector);
        started.server.setHandler(context);
        started.server.start();
        return started;
    }

    int port() {
        return connector.getLocalPort();
    }

    @Override
    public void close() {
        try {
            server.stop();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }
}
