package io.weir.jaxrs;

import io.weir.config.ApplicationName;
import io.weir.config.GateConfiguration;
import io.weir.http.Field;
import io.weir.http.HttpGate;
import io.weir.http.RoutedPath;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.ServletConfig;
import jakarta.servlet.ServletContext;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpSession;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.Feature;
import jakarta.ws.rs.core.FeatureContext;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A servlet container. With {@link UndeployListener} the only class that names {@code jakarta.servlet}, so that it is loaded
 * only where that exists.
 *
 * <p>It is a feature because only a component is injected, and only a feature while the application starts. The request
 * and the response are proxies for those of the thread that asks.
 */
final class ServletSurroundings implements Feature, Surroundings {

    private final BiConsumer<FeatureContext, Surroundings> whenKnown;

    @Context
    private @Nullable ServletContext context;

    @Context
    private @Nullable ServletConfig config;

    @Context
    private @Nullable HttpServletRequest request;

    @Context
    private @Nullable HttpServletResponse response;

    /** @param whenKnown is told whether there is a servlet container */
    ServletSurroundings(BiConsumer<FeatureContext, Surroundings> whenKnown) {
        this.whenKnown = whenKnown;
    }

    @Override
    public boolean configure(FeatureContext feature) {
        whenKnown.accept(feature, context != null && isPresent(context::getContextPath) ? this : NONE);
        return true;
    }

    // At start-up.

    @Override
    public @Nullable HttpGate sharedGate() {
        return context().getAttribute(HttpGate.class.getName()) instanceof HttpGate gate ? gate : null;
    }

    /** Context-params, and over them the init-params of the servlet: RESTEasy does not make properties of them. */
    @Override
    public Map<String, String> settings() {
        Map<String, String> settings = new HashMap<>();
        for (String name : Collections.list(context().getInitParameterNames())) {
            settings.put(name, context().getInitParameter(name));
        }
        if (config != null && isPresent(config::getInitParameterNames)) {
            for (String name : Collections.list(config.getInitParameterNames())) {
                settings.put(name, config.getInitParameter(name));
            }
        }
        return settings;
    }

    @Override
    public GateConfiguration.Resources resources() {
        return new ContainerResources(context()::getResource, context()::getAttribute);
    }

    @Override
    public String application() {
        return ApplicationName.of(context().getContextPath(), context().getServletContextName());
    }

    @Override
    public void atTheEnd(Runnable close) {
        UndeployListener.closeAtTheEndOf(context(), close);
    }

    @Override
    public boolean knowsClients() {
        return true;
    }

    // For the request that is being answered.

    @Override
    public @Nullable String remoteAddress() {
        return request().getRemoteAddr();
    }

    /** Of a session that exists; an id that a client made up would be a fresh budget with every request. */
    @Override
    public @Nullable String sessionId() {
        HttpSession session = request().getSession(false);
        return session == null ? null : session.getId();
    }

    @Override
    public int depthOf(List<String> base) {
        return RoutedPath.ofEncoded(context().getContextPath()).segments().size();
    }

    @Override
    public boolean isErrorDispatch() {
        return request().getDispatcherType() == DispatcherType.ERROR;
    }

    /**
     * Past the runtime: so a field is there whatever becomes of the request, and joins what a servlet filter wrote, which
     * Jersey would replace.
     */
    @Override
    public boolean write(Field field) {
        if (field.list()) {
            response().addHeader(field.name(), field.value());
        } else {
            response().setHeader(field.name(), field.value());
        }
        return true;
    }

    private ServletContext context() {
        return Objects.requireNonNull(context);
    }

    private HttpServletRequest request() {
        return Objects.requireNonNull(request);
    }

    private HttpServletResponse response() {
        return Objects.requireNonNull(response);
    }

    /** Jersey injects null where there is none, and RESTEasy a proxy that throws when it is called. */
    private static boolean isPresent(Supplier<?> injected) {
        try {
            return injected.get() != null;
        } catch (RuntimeException e) {
            return false;
        }
    }
}
