package io.weir.servlet;

import java.nio.file.Path;
import org.eclipse.jetty.ee8.servlet.ServletContextHandler;
import org.eclipse.jetty.ee8.webapp.WebAppContext;
import org.eclipse.jetty.server.handler.ContextHandler;

/** Those of Java EE 8: Servlet 4.0. */
final class JettyEe8 implements JettyContexts {

    /** Whether ambiguous paths are decoded cannot be chosen here: they are. */
    @Override
    public ContextHandler of(Container.Application application, boolean decodeAmbiguousPaths) {
        ServletContextHandler context = new ServletContextHandler(ServletContextHandler.SESSIONS);
        context.setContextPath("/");
        context.addServletContainerInitializer((classes, servlets) -> application.start(servlets));
        return context.getCoreContextHandler();
    }

    @Override
    public ContextHandler of(Path root, String contextPath) {
        WebAppContext context = new WebAppContext(root.toString(), contextPath);
        context.setThrowUnavailableOnStartupException(true);
        context.setParentLoaderPriority(true);
        return context.getCoreContextHandler();
    }
}
