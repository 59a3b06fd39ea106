package io.weir.jaxrs;

import io.weir.http.HttpAdapterFixture.Node;
import jakarta.ws.rs.core.Application;
import java.util.function.Consumer;
import org.glassfish.jersey.server.ResourceConfig;
import org.glassfish.jersey.servlet.ServletContainer;

/** Starts Jersey in a servlet container. */
final class JerseyOnJetty {

    private JerseyOnJetty() {}

    /** Starts an application, as {@link JettyServer#start} does. */
    static Node start(Application application, String mapping, Consumer<WebApp> more) throws Exception {
        ServletContainer servlet = new ServletContainer(ResourceConfig.forApplication(application));
        return JettyServer.start(servlet, mapping, more);
    }
}
