package io.weir.jaxrs;

import io.weir.http.HttpAdapterFixture.Node;
import jakarta.ws.rs.core.Application;
import java.util.function.Consumer;
import org.eclipse.jetty.ee10.servlet.ServletContextHandler;
import org.eclipse.jetty.ee10.servlet.ServletHolder;
import org.jboss.resteasy.core.ResteasyDeploymentImpl;
import org.jboss.resteasy.plugins.server.servlet.HttpServlet30Dispatcher;
import org.jboss.resteasy.spi.ResteasyDeployment;

/** Starts RESTEasy in a servlet container. */
final class ResteasyOnJetty {

    private ResteasyOnJetty() {}

    /**
     * Starts an application.
     *
     * @param mapping of the servlet, {@code /*} or {@code /name/*}
     * @param more what the web application has besides
     */
    static Node start(Application application, String mapping, Consumer<ServletContextHandler> more) throws Exception {
        return JettyServer.start(context -> {
            ResteasyDeployment deployment = new ResteasyDeploymentImpl();
            deployment.setApplication(application);
            context.setAttribute(ResteasyDeployment.class.getName(), deployment);
            ServletHolder servlet = new ServletHolder(new HttpServlet30Dispatcher());
            servlet.setInitParameter("resteasy.servlet.mapping.prefix", mapping.replace("/*", ""));
            servlet.setInitOrder(1);
            servlet.setAsyncSupported(true);
            context.addServlet(servlet, mapping);
            more.accept(context);
        });
    }
}
