package io.weir.examples.jersey;

import io.weir.jaxrs.RateLimitFeature;
import java.net.URI;
import org.glassfish.grizzly.http.server.HttpServer;
import org.glassfish.jersey.grizzly2.httpserver.GrizzlyHttpServerFactory;
import org.glassfish.jersey.server.ResourceConfig;

/** Jersey on Grizzly, with Weir registered by hand, as every version of Jersey since 3.0 takes it. */
public final class JerseyExample {

    private JerseyExample() {}

    /** Serves on port 8080 of this machine until it is stopped. */
    public static void main(String[] args) {
        HttpServer server = start(8080);
        Runtime.getRuntime().addShutdownHook(new Thread(server::shutdownNow));
    }

    /** @param port 0 for any free one */
    static HttpServer start(int port) {
        ResourceConfig application = new ResourceConfig(Quotes.class).register(RateLimitFeature.class);
        application
                .property("jersey.config.server.wadl.disableWadl", true) // these two need jars that are not here
                .property("jersey.config.disableDefaultProvider", "DATASOURCE");
        return GrizzlyHttpServerFactory.createHttpServer(URI.create("http://127.0.0.1:" + port), application);
    }
}
