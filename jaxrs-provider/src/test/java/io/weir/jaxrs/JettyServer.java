package io.weir.jaxrs;

import io.weir.http.HttpAdapterFixture.Node;
import java.net.URI;
import java.util.function.Consumer;
import org.eclipse.jetty.ee10.servlet.ServletContextHandler;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;

/** Starts Jetty. */
final class JettyServer {

    static final String CONTEXT_PATH = "/shop";

    private JettyServer() {}

    /** Starts a web application at {@link #CONTEXT_PATH}; throws if it does not start. */
    static Node start(Consumer<ServletContextHandler> application) throws Exception {
        Server server = new Server();
        ServerConnector connector = new ServerConnector(server);
        connector.setHost("127.0.0.1");
        server.addConnector(connector);
        ServletContextHandler context = new ServletContextHandler(CONTEXT_PATH, ServletContextHandler.SESSIONS);
        application.accept(context);
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
