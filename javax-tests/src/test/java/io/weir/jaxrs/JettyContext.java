package io.weir.jaxrs;

import java.nio.file.Path;
import java.util.EnumSet;
import java.util.EventListener;
import javax.servlet.DispatcherType;
import javax.servlet.Filter;
import javax.servlet.Servlet;
import org.eclipse.jetty.ee8.servlet.ErrorPageErrorHandler;
import org.eclipse.jetty.ee8.servlet.FilterHolder;
import org.eclipse.jetty.ee8.servlet.ListenerHolder;
import org.eclipse.jetty.ee8.servlet.ServletContextHandler;
import org.eclipse.jetty.ee8.servlet.ServletHolder;
import org.eclipse.jetty.server.Handler;

/** Stands, on the class path, before the one of that name which the relocated tests bring: that is of Jetty EE 10. */
final class JettyContext implements WebApp {

    private final ServletContextHandler context = new ServletContextHandler(ServletContextHandler.SESSIONS);
    private final ServletHolder servlet;

    JettyContext(String contextPath, Servlet runtime, String mapping) {
        context.setContextPath(contextPath);
        servlet = new ServletHolder(runtime);
        servlet.setInitOrder(1);
        servlet.setAsyncSupported(true);
        context.addServlet(servlet, mapping);
    }

    Handler handler() {
        return context.getCoreContextHandler();
    }

    @Override
    public void attribute(String name, Object value) {
        context.setAttribute(name, value);
    }

    @Override
    public void parameter(String name, String value) {
        context.setInitParameter(name, value);
    }

    @Override
    public void servletParameter(String name, String value) {
        servlet.setInitParameter(name, value);
    }

    @Override
    public void filter(Filter filter) {
        FilterHolder holder = new FilterHolder(filter);
        holder.setAsyncSupported(true);
        context.addFilter(holder, "/*", EnumSet.of(DispatcherType.REQUEST));
    }

    @Override
    public void listener(Class<? extends EventListener> listener) {
        context.getServletHandler().addListener(new ListenerHolder(listener));
    }

    @Override
    public void errorPage(int status, String path) {
        ErrorPageErrorHandler pages = new ErrorPageErrorHandler();
        pages.addErrorPage(status, path);
        context.setErrorHandler(pages);
    }

    @Override
    public void root(Path directory) {
        context.setBaseResourceAsPath(directory);
    }
}
