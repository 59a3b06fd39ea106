package io.weir.servlet;

import java.nio.file.Path;
import org.eclipse.jetty.ee11.servlet.ServletContextHandler;
import org.eclipse.jetty.ee11.webapp.WebAppContext;
import org.eclipse.jetty.server.handler.ContextHandler;

/** Those of Jakarta EE 11: Servlet 6.1. */
final class JettyEe11 implements JettyContexts {

    @Override
    public ContextHandler of(Container.Application application, boolean decodeAmbiguousPaths) {
        ServletContextHandler context = new ServletContextHandler("/", ServletContextHandler.SESSIONS);
        context.addServletContainerInitializer((classes, servlets) -> application.start(servlets));
        context.getServletHandler().setDecodeAmbiguousURIs(decodeAmbiguousPaths);
        return context;
    }

    @Override
    public ContextHandler of(Path root, String contextPath) {
        WebAppContext context = new WebAppContext(root.toString(), contextPath);
        context.setThrowUnavailableOnStartupException(true);
        context.setParentLoaderPriority(true);
        return context;
    }
}
