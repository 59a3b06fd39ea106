package io.weir.examples.demo;

import io.weir.http.HttpGate;
import java.net.URI;
import java.util.List;
import org.eclipse.jetty.ee10.webapp.WebAppContext;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.resource.Resource;
import org.eclipse.jetty.util.resource.ResourceFactory;

/** Jetty with one web application at the root, on loopback. */
final class WebServer implements AutoCloseable {

    /** The system property that the application's {@code rate-limits.yaml} reads. */
    private static final String REDIS_PROPERTY = "REDIS_URL";

    private final Server server = new Server();
    private final ServerConnector connector = new ServerConnector(server, 1, 1);
    private final WebAppContext application = new WebAppContext();

    private WebServer(int port) {
        connector.setHost("127.0.0.1");
        connector.setPort(port);
        server.addConnector(connector);
        server.setHandler(application);
        application.setContextPath("/");
        application.setThrowUnavailableOnStartupException(true);
        application.setParentLoaderPriority(true); // its classes and jars are the demo's own
    }

    /**
     * Starts the demo's application.
     *
     * @param port 0 for any free one
     * @param redis where it counts
     * @throws Exception if the port is taken, or the application does not start
     */
    static WebServer start(int port, String redis) throws Exception {
        WebServer server = new WebServer(port);
        return server.start(redis, ResourceFactory.of(server.application).newClassLoaderResource("webapp/"));
    }

    /** As {@link #start(int, String)}, with another application, for tests. */
    static WebServer start(int port, String redis, java.nio.file.Path webapp) throws Exception {
        WebServer server = new WebServer(port);
        return server.start(redis, ResourceFactory.of(server.application).newResource(webapp));
    }

    private WebServer start(String redis, Resource webapp) throws Exception {
        application.setBaseResource(webapp);
        System.setProperty(REDIS_PROPERTY, redis);
        try {
            connector.open();
            server.start();
            return this;
        } catch (Exception e) {
            close();
            throw e;
        }
    }

    URI address() {
        return URI.create("http://127.0.0.1:" + connector.getLocalPort());
    }

    /** The rules in force, each as an operator would say it. */
    List<String> rules() {
        HttpGate gate = (HttpGate) application.getServletContext().getAttribute(HttpGate.class.getName());
        return gate.rules().stream().map(Object::toString).toList();
    }

    @Override
    public void close() {
        try {
            server.stop();
            connector.close();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }
}
