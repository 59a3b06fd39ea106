package io.weir.examples.legacy;

import io.weir.examples.legacy.Container.Deployed;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import org.eclipse.jetty.ee10.webapp.WebAppContext;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.handler.ContextHandlerCollection;
import org.eclipse.jetty.util.component.LifeCycle;

/** Jetty. */
final class JettyServer implements Container.Server {

    private final Server server = new Server();
    private final ServerConnector connector = new ServerConnector(server, 1, 1);
    private final ContextHandlerCollection applications = new ContextHandlerCollection();
    private final Path scratch;

    JettyServer(Path scratch) throws Exception {
        this.scratch = scratch;
        connector.setHost("127.0.0.1");
        connector.setIdleTimeout(1000); // an open connection remembers the application that it last spoke to
        server.addConnector(connector);
        server.setHandler(applications);
        server.start();
    }

    @Override
    public URI address() {
        return URI.create("http://127.0.0.1:" + connector.getLocalPort());
    }

    @Override
    public Deployed deploy(Path war, String contextPath) throws Exception {
        WebAppContext context = new WebAppContext(war.toAbsolutePath().toString(), contextPath);
        context.setTempDirectory(
                Files.createDirectories(scratch.resolve("jetty" + contextPath)).toFile());
        context.setThrowUnavailableOnStartupException(true);
        context.setClassLoader(new ContainerClasses()); // the parent of the one that Jetty makes, and closes
        applications.addHandler(context);
        context.start();
        return new Deployed() {
            @Override
            public ClassLoader classes() {
                return context.getClassLoader();
            }

            @Override
            public void close() {
                stop(context);
                applications.removeHandler(context);
            }
        };
    }

    @Override
    public void close() {
        stop(server);
    }

    private static void stop(LifeCycle part) {
        try {
            part.stop();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }
}
