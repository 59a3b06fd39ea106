package io.weir.jaxrs;

import io.weir.http.HttpAdapterFixture.Node;
import jakarta.ws.rs.core.Application;
import java.util.function.Consumer;
import org.eclipse.jetty.ee10.servlet.ServletContextHandler;
import org.eclipse.jetty.ee10.servlet.ServletHolder;
import org.glassfish.jersey.server.ResourceConfig;
import org.glassfish.jersey.servlet.ServletContainer;

/** Starts Jersey in a servlet container. */
final class JerseyOnJetty {

    private JerseyOnJetty() {}

    /**
     * Starts an application.
     *
     * @param mapping of the servlet, {@code /*} or {@code /name/*}
     * @param more what the web application has besides
     */
    static Node start(Application application, String mapping, Consumer<ServletContextHandler> more) throws Exception {
        return JettyServer.start(context -> {
            ServletHolder servlet = new ServletHolder(new ServletContainer(ResourceConfig.forApplication(application)));
            servlet.setInitOrder(1);
            servlet.setAsyncSupported(true);
            context.addServlet(servlet, mapping);
            more.accept(context);
        });
    }
}
