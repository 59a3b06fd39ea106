package io.weir.jaxrs;

import io.weir.http.HttpAdapterFixture.Node;
import jakarta.ws.rs.core.Application;
import java.net.URI;
import org.glassfish.grizzly.http.server.HttpServer;
import org.glassfish.jersey.grizzly2.httpserver.GrizzlyHttpServerFactory;
import org.glassfish.jersey.server.ResourceConfig;

/** Starts Jersey without a servlet container. */
final class JerseyOnGrizzly {

    private JerseyOnGrizzly() {}

    /** Starts an application below {@code /base}. */
    static Node start(Application application) {
        URI any = URI.create("http://127.0.0.1:0/base/");
        HttpServer server = GrizzlyHttpServerFactory.createHttpServer(any, ResourceConfig.forApplication(application));
        int port = server.getListeners().iterator().next().getPort();
        return new Node(URI.create("http://127.0.0.1:" + port + "/base"), server::shutdownNow);
    }
}
