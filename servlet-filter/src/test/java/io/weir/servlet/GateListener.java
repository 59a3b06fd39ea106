package io.weir.servlet;

import io.weir.http.HttpGate;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletContextEvent;
import jakarta.servlet.ServletContextListener;

/** An application's own gate: made before the filters, put into the context, counting in this JVM. */
public final class GateListener implements ServletContextListener {

    @Override
    public void contextInitialized(ServletContextEvent event) {
        ServletContext context = event.getServletContext();
        String limit = context.getInitParameter("limit");
        String[] paths = context.getInitParameter("paths").split(",", -1);
        context.setAttribute(HttpGate.class.getName(), ServletTest.gate(limit, "ip", paths));
    }
}
