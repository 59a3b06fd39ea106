package io.weir.examples.legacy;

import io.weir.examples.legacy.Container.Deployed;
import io.weir.examples.legacy.Container.Server;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.core.StandardContext;
import org.apache.catalina.servlets.DefaultServlet;
import org.apache.catalina.startup.ContextConfig;
import org.apache.catalina.startup.Tomcat;

/** Tomcat, with the settings of its own for what an application leaves behind: it looks for all of it. */
final class TomcatServer implements Server {

    private final Tomcat tomcat = new Tomcat();

    TomcatServer(Path scratch) throws Exception {
        Path base = Files.createDirectories(scratch.resolve("tomcat"));
        Files.createDirectories(base.resolve("webapps"));
        tomcat.setBaseDir(base.toString());
        tomcat.setPort(0);
        tomcat.getConnector().setProperty("address", "127.0.0.1");
        tomcat.getHost(); // makes it
        tomcat.start();
    }

    @Override
    public URI address() {
        return URI.create("http://127.0.0.1:" + tomcat.getConnector().getLocalPort());
    }

    @Override
    public Deployed deploy(Path war, String contextPath) {
        StandardContext context = new StandardContext();
        context.setPath(contextPath);
        context.setDocBase(war.toAbsolutePath().toString());
        context.setParentClassLoader(new ContainerClasses());
        ContextConfig webXml = new ContextConfig();
        webXml.setDefaultWebXml("org/apache/catalina/startup/NO_DEFAULT_XML");
        context.addLifecycleListener(webXml);
        Tomcat.addServlet(context, "default", new DefaultServlet());
        context.addServletMapping("/", "default");
        tomcat.getHost().addChild(context);
        if (!context.getState().isAvailable()) {
            throw new IllegalStateException(war + " does not start");
        }
        return new Deployed() {
            @Override
            public ClassLoader classes() {
                return context.getLoader().getClassLoader();
            }

            @Override
            public void close() {
                tomcat.getHost().removeChild(context);
            }
        };
    }

    @Override
    public void close() {
        try {
            tomcat.stop();
            tomcat.destroy();
        } catch (LifecycleException e) {
            throw new IllegalStateException(e);
        }
    }
}
