package io.weir.examples.resteasy;

import org.eclipse.jetty.ee10.servlet.ServletContextHandler;
import org.eclipse.jetty.ee10.servlet.ServletHolder;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.jboss.resteasy.plugins.server.servlet.HttpServlet30Dispatcher;

/** RESTEasy on Jetty. */
public final class ResteasyExample {

    private ResteasyExample() {}

    /**
     * Serves on port 8080 of this machine until it is stopped.
     *
     * @throws Exception if it cannot start
     */
    public static void main(String[] args) throws Exception {
        start(8080).setStopAtShutdown(true);
    }

    /** @param port 0 for any free one */
    static Server start(int port) throws Exception {
        ServletHolder rest = new ServletHolder(HttpServlet30Dispatcher.class);
        rest.setInitParameter("jakarta.ws.rs.Application", NotesApplication.class.getName());
        rest.setAsyncSupported(true);
        rest.setInitOrder(1);
        ServletContextHandler context = new ServletContextHandler();
        context.addServlet(rest, "/*");

        Server server = new Server();
        ServerConnector connector = new ServerConnector(server, 1, 1);
        connector.setHost("127.0.0.1");
        connector.setPort(port);
        server.addConnector(connector);
        server.setHandler(context);
        server.start();
        return server;
    }
}
