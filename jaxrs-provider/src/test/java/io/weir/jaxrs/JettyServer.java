package io.weir.jaxrs;

import io.weir.http.HttpAdapterFixture.Node;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.Filter;
import jakarta.servlet.Servlet;
import java.net.URI;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.EventListener;
import java.util.function.Consumer;
import org.eclipse.jetty.ee10.servlet.ErrorPageErrorHandler;
import org.eclipse.jetty.ee10.servlet.FilterHolder;
import org.eclipse.jetty.ee10.servlet.ListenerHolder;
import org.eclipse.jetty.ee10.servlet.ServletContextHandler;
import org.eclipse.jetty.ee10.servlet.ServletHolder;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;

/** Starts Jetty. */
final class JettyServer {

    static final String CONTEXT_PATH = "/shop";

    private record App(ServletContextHandler context, ServletHolder servlet) implements WebApp {

        @Override
        public void attribute(String name, Object value) {
            context.setAttribute(name, value);
        }

        @Override
        public void parameter(String name, String value) {
            context.setInitParameter(name, value);
        }

        @Override
        public void servletParameter(String name, String value) {
            servlet.setInitParameter(name, value);
        }

        @Override
        public void filter(Filter filter) {
            FilterHolder holder = new FilterHolder(filter);
            holder.setAsyncSupported(true);
            context.addFilter(holder, "/*", EnumSet.of(DispatcherType.REQUEST));
        }

        @Override
        public void listener(Class<? extends EventListener> listener) {
            context.getServletHandler().addListener(new ListenerHolder(listener));
        }

        @Override
        public void errorPage(int status, String path) {
            ErrorPageErrorHandler pages = new ErrorPageErrorHandler();
            pages.addErrorPage(status, path);
            context.setErrorHandler(pages);
        }

        @Override
        public void root(Path directory) {
            context.setBaseResourceAsPath(directory);
        }
    }

    private JettyServer() {}

    /**
     * Starts a web application at {@link #CONTEXT_PATH}; throws if it does not start.
     *
     * @param runtime the runtime's servlet
     * @param mapping of that servlet, {@code /*} or {@code /name/*}
     * @param more what the web application has besides
     */
    static Node start(Servlet runtime, String mapping, Consumer<WebApp> more) throws Exception {
        Server server = new Server();
        ServerConnector connector = new ServerConnector(server);
        connector.setHost("127.0.0.1");
        server.addConnector(connector);
        ServletContextHandler context = new ServletContextHandler(CONTEXT_PATH, ServletContextHandler.SESSIONS);
        ServletHolder servlet = new ServletHolder(runtime);
        servlet.setInitOrder(1);
        servlet.setAsyncSupported(true);
        context.addServlet(servlet, mapping);
        more.accept(new App(context, servlet));
        server.setHandler(context);
        try {
            server.start();
        } catch (Exception e) {
            server.stop();
            throw e;
        }
        return new Node(URI.create("http://127.0.0.1:" + connector.getLocalPort() + CONTEXT_PATH), server::stop);
    }
}
