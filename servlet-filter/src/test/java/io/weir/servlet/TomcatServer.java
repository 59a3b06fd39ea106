package io.weir.servlet;

import io.weir.http.HttpAdapterFixture.Node;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Set;
import java.util.function.Consumer;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Stream;
import org.apache.catalina.connector.Connector;
import org.apache.catalina.core.StandardContext;
import org.apache.catalina.servlets.DefaultServlet;
import org.apache.catalina.startup.ContextConfig;
import org.apache.catalina.startup.Tomcat;
import org.apache.coyote.http2.Http2Protocol;
import org.apache.tomcat.util.scan.StandardJarScanner;

/** Starts Tomcat. */
final class TomcatServer {

    /**
     * Kept, since java.util.logging forgets the level of a logger that nobody holds. Below SEVERE, Tomcat tells its life,
     * and that threads of a Redis client which the test shares among applications outlive this one.
     */
    private static final Logger TOMCAT_LOG = Logger.getLogger("org.apache");

    static {
        TOMCAT_LOG.setLevel(Level.SEVERE);
    }

    private TomcatServer() {}

    static Node start(Container.Application application) throws Exception {
        return start(application, connector -> {});
    }

    static Node start(Container.Application application, Consumer<Connector> settings) throws Exception {
        StandardContext context = new StandardContext();
        context.setPath("");
        context.addLifecycleListener(new Tomcat.FixContextListener());
        context.addServletContainerInitializer((classes, servlets) -> application.start(servlets), Set.of());
        return start(context, settings);
    }

    static Node deploy(Path root, String contextPath) throws Exception {
        StandardContext context = new StandardContext();
        context.setPath(contextPath);
        context.setDocBase(root.toString());
        ContextConfig webXml = new ContextConfig();
        webXml.setDefaultWebXml("org/apache/catalina/startup/NO_DEFAULT_XML");
        context.addLifecycleListener(webXml);
        context.setContainerSciFilter(".*"); // the test's class path is no part of the application
        StandardJarScanner scanner = new StandardJarScanner();
        scanner.setScanClassPath(false);
        scanner.setScanManifest(false);
        context.setJarScanner(scanner);
        return start(context, connector -> {});
    }

    private static Node start(StandardContext context, Consumer<Connector> settings) throws Exception {
        Path base = Files.createTempDirectory("tomcat");
        Tomcat tomcat = new Tomcat();
        tomcat.setBaseDir(base.toString());
        tomcat.setPort(0);
        Connector connector = tomcat.getConnector();
        connector.setProperty("address", "127.0.0.1");
        Http2Protocol http2 = new Http2Protocol();
        http2.setMaxConcurrentStreams(Container.HTTP2_STREAMS);
        connector.addUpgradeProtocol(http2);
        settings.accept(connector);
        context.setParentClassLoader(TomcatServer.class.getClassLoader());
        // What Tomcat's own web.xml does: without a default servlet an unknown path would not even pass the filters.
        Tomcat.addServlet(context, "default", new DefaultServlet());
        context.addServletMapping("/", "default");
        Container.USERS.forEach((name, role) -> {
            tomcat.addUser(name, Container.PASSWORD);
            tomcat.addRole(name, role);
        });
        tomcat.getHost().addChild(context);
        try {
            tomcat.start();
            if (!context.getState().isAvailable()) {
                throw new IllegalStateException("the application does not start");
            }
        } catch (Exception e) {
            stop(tomcat, base);
            throw e;
        }
        URI address = URI.create("http://127.0.0.1:" + connector.getLocalPort() + context.getPath());
        return new Node(address, () -> stop(tomcat, base));
    }

    private static void stop(Tomcat tomcat, Path base) throws Exception {
        tomcat.stop();
        tomcat.destroy();
        try (Stream<Path> files = Files.walk(base)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
