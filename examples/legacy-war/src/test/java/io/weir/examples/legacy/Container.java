package io.weir.examples.legacy;

import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.catalina.core.StandardContext;
import org.apache.catalina.servlets.DefaultServlet;
import org.apache.catalina.startup.ContextConfig;
import org.apache.catalina.startup.Tomcat;
import org.eclipse.jetty.ee.webapp.WebAppClassLoader;
import org.eclipse.jetty.ee10.webapp.WebAppContext;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;

/** The containers that the WAR is deployed on, each on a free port of loopback. */
enum Container {
    TOMCAT {
        @Override
        Deployed deploy(Path war, String contextPath, Path scratch) throws Exception {
            Path base = Files.createDirectories(scratch.resolve("tomcat"));
            Files.createDirectories(base.resolve("webapps"));
            Tomcat tomcat = new Tomcat();
            tomcat.setBaseDir(base.toString());
            tomcat.setPort(0);
            tomcat.getConnector().setProperty("address", "127.0.0.1");
            StandardContext context = new StandardContext();
            context.setPath(contextPath);
            context.setDocBase(war.toAbsolutePath().toString());
            context.setParentClassLoader(new ContainerClasses());
            context.setClearReferencesObjectStreamClassCaches(false); // these three need --add-opens
            context.setClearReferencesRmiTargets(false);
            context.setClearReferencesThreadLocals(false);
            ContextConfig webXml = new ContextConfig();
            webXml.setDefaultWebXml("org/apache/catalina/startup/NO_DEFAULT_XML");
            context.addLifecycleListener(webXml);
            Tomcat.addServlet(context, "default", new DefaultServlet());
            context.addServletMapping("/", "default");
            tomcat.getHost().addChild(context);
            tomcat.start();
            return new Deployed(address(tomcat.getConnector().getLocalPort(), contextPath), () -> {
                tomcat.stop();
                tomcat.destroy();
            });
        }
    },
    JETTY {
        @Override
        Deployed deploy(Path war, String contextPath, Path scratch) throws Exception {
            Server server = new Server();
            ServerConnector connector = new ServerConnector(server, 1, 1);
            connector.setHost("127.0.0.1");
            server.addConnector(connector);
            WebAppContext context = new WebAppContext(war.toAbsolutePath().toString(), contextPath);
            context.setTempDirectory(
                    Files.createDirectories(scratch.resolve("jetty")).toFile());
            context.setClassLoader(new WebAppClassLoader(new ContainerClasses(), context));
            context.setThrowUnavailableOnStartupException(true);
            server.setHandler(context);
            server.start();
            return new Deployed(address(connector.getLocalPort(), contextPath), server::stop);
        }
    };

    /** A running application, in a container of its own. */
    record Deployed(URI address, Stop container) implements AutoCloseable {

        @FunctionalInterface
        interface Stop {
            void stop() throws Exception;
        }

        @Override
        public void close() {
            try {
                container.stop();
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        }
    }

    abstract Deployed deploy(Path war, String contextPath, Path scratch) throws Exception;

    private static URI address(int port, String contextPath) {
        return URI.create("http://127.0.0.1:" + port + contextPath);
    }
}
