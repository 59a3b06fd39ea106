package io.weir.servlet;

import java.nio.file.Path;
import org.eclipse.jetty.ee10.servlet.ServletContextHandler;
import org.eclipse.jetty.ee10.webapp.WebAppContext;
import org.eclipse.jetty.server.handler.ContextHandler;

/** Those of Jakarta EE 10: Servlet 6.0. */
final class JettyEe10 implements JettyContexts {

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
