package io.weir.servlet;

import io.weir.config.ApplicationName;
import io.weir.config.ConfigurationException;
import io.weir.config.GateConfiguration;
import io.weir.http.HttpGate;
import jakarta.servlet.FilterConfig;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletException;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The one gate of an application, in its {@code ServletContext} under the class name of {@link HttpGate}: made by the
 * first filter that needs it, closed by the last that leaves. One that the application itself has put there is used, and
 * stays open.
 */
final class SharedGate {

    private static final String GATE = HttpGate.class.getName();
    private static final String SHARED = SharedGate.class.getName();

    private final ServletContext context;
    private final HttpGate gate;
    private final @Nullable Map<String, String> settings;
    private int users;

    private SharedGate(ServletContext context, HttpGate gate, @Nullable Map<String, String> settings) {
        this.context = context;
        this.gate = gate;
        this.settings = settings;
    }

    /** @throws ServletException if the gate cannot be made, or was made with other settings than this filter has */
    static SharedGate join(FilterConfig config) throws ServletException {
        ServletContext context = config.getServletContext();
        Map<String, String> settings = settings(config);
        synchronized (context) {
            SharedGate shared;
            if (context.getAttribute(SHARED) instanceof SharedGate existing) {
                shared = existing;
            } else if (context.getAttribute(GATE) instanceof HttpGate handedIn) {
                shared = new SharedGate(context, handedIn, null);
            } else {
                shared = new SharedGate(context, load(config, settings), settings);
            }
            if (!settings.isEmpty() && !settings.equals(shared.settings)) {
                // Not the values: an address may hold a password.
                throw new ServletException("filter '" + config.getFilterName() + "' has init-params "
                        + new TreeSet<>(settings.keySet()) + ", but this application's gate was made already, "
                        + (shared.settings == null
                                ? "in code"
                                : "by another filter with init-params " + new TreeSet<>(shared.settings.keySet()))
                        + "; allowed: the same as there, or none. Several limits are rules of a rate-limits.yaml");
            }
            shared.users++;
            context.setAttribute(GATE, shared.gate);
            context.setAttribute(SHARED, shared);
            return shared;
        }
    }

    HttpGate gate() {
        return gate;
    }

    void leave() {
        synchronized (context) {
            users--;
            if (users == 0) {
                context.removeAttribute(SHARED);
                if (settings != null) {
                    context.removeAttribute(GATE);
                    gate.close();
                }
            }
        }
    }

    private static HttpGate load(FilterConfig config, Map<String, String> settings) throws ServletException {
        ServletContext context = config.getServletContext();
        String application = ApplicationName.of(context.getContextPath(), context.getServletContextName());
        try {
            return GateConfiguration.load(settings, new ContextResources(context), application);
        } catch (ConfigurationException e) {
            throw new ServletException("filter '" + config.getFilterName() + "': " + e.getMessage(), e);
        }
    }

    private static Map<String, String> settings(FilterConfig config) {
        Map<String, String> settings = new HashMap<>();
        for (String name : Collections.list(config.getInitParameterNames())) {
            settings.put(name, config.getInitParameter(name));
        }
        return Map.copyOf(settings);
    }
}
