package io.weir.jaxrs;

import io.weir.http.HttpAdapterFixture.Node;
import jakarta.servlet.Servlet;
import java.net.URI;
import java.util.function.Consumer;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;

/** Starts Jetty. */
final class JettyServer {

    static final String CONTEXT_PATH = "/shop";

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
        JettyContext context = new JettyContext(CONTEXT_PATH, runtime, mapping);
        more.accept(context);
        server.setHandler(context.handler());
        try {
            server.start();
        } catch (Exception e) {
            server.stop();
            throw e;
        }
        return new Node(URI.create("http://127.0.0.1:" + connector.getLocalPort() + CONTEXT_PATH), server::stop);
    }
}
