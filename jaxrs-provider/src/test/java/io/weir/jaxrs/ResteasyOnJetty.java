package io.weir.jaxrs;

import io.weir.http.HttpAdapterFixture.Node;
import jakarta.ws.rs.core.Application;
import java.util.function.Consumer;
import org.jboss.resteasy.core.ResteasyDeploymentImpl;
import org.jboss.resteasy.plugins.server.servlet.HttpServlet30Dispatcher;
import org.jboss.resteasy.spi.ResteasyDeployment;

/** Starts RESTEasy in a servlet container. */
final class ResteasyOnJetty {

    private ResteasyOnJetty() {}

    /** Starts an application, as {@link JettyServer#start} does. */
    static Node start(Application application, String mapping, Consumer<WebApp> more) throws Exception {
        ResteasyDeployment deployment = new ResteasyDeploymentImpl();
        deployment.setApplication(application);
        return JettyServer.start(new HttpServlet30Dispatcher(), mapping, app -> {
            app.attribute(ResteasyDeployment.class.getName(), deployment);
            app.servletParameter("resteasy.servlet.mapping.prefix", mapping.replace("/*", ""));
            more.accept(app);
        });
    }
}
