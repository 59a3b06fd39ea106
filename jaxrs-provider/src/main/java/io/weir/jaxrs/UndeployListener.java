package io.weir.jaxrs;

import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletContextEvent;
import jakarta.servlet.ServletContextListener;
import jakarta.servlet.annotation.WebListener;
import java.util.ArrayList;
import java.util.List;

/**
 * Closes, when a web application ends, what {@link RateLimitFeature} has opened for it: not every runtime destroys its
 * components, and RESTEasy does not.
 *
 * <p>A container finds it in the jar. In a web application whose {@code web.xml} is {@code metadata-complete} it has to be
 * named there, as a {@code listener} (Jakarta Servlet 6.0, section 8.1).
 */
@WebListener
public final class UndeployListener implements ServletContextListener {

    private static final String ATTRIBUTE = UndeployListener.class.getName();

    /** For the container. */
    public UndeployListener() {}

    static void closeAtTheEndOf(ServletContext context, Runnable close) {
        List<Runnable> all = new ArrayList<>(of(context));
        all.add(close);
        context.setAttribute(ATTRIBUTE, List.copyOf(all));
    }

    @Override
    public void contextDestroyed(ServletContextEvent event) {
        of(event.getServletContext()).forEach(Runnable::run);
    }

    private static List<Runnable> of(ServletContext context) {
        List<Runnable> all = new ArrayList<>();
        if (context.getAttribute(ATTRIBUTE) instanceof List<?> list) {
            list.forEach(close -> all.add((Runnable) close));
        }
        return all;
    }
}
