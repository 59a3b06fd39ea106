package io.weir.servlet;

import io.weir.http.HttpGate;
import io.weir.http.Verdict;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.FilterConfig;
import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Limits the requests of a servlet application. Named in {@code web.xml}, with init-params or beside a
 * {@code /WEB-INF/rate-limits.yaml}; or made in code, with a gate.
 *
 * <p>Whatever the filter is mapped to, a request is charged when it arrives, and never when the container dispatches it
 * again (FORWARD, INCLUDE, ASYNC, ERROR). Only a request that a filter before it forwards, or dispatches, is charged there,
 * if the filter is mapped to FORWARD or ASYNC too. Register it with {@code <async-supported>true</async-supported>}: without it
 * nothing behind the filter can be asynchronous (Servlet 5.0, section 2.3.3.3).
 *
 * <p>All filters of one application that {@code web.xml} makes share one gate, which is closed with the last of them.
 */
public final class RateLimitFilter implements Filter {

    private static final Logger log = LoggerFactory.getLogger(RateLimitFilter.class);

    /** The filter that decided a request first. */
    private static final String DECIDED_BY = RateLimitFilter.class.getName() + ".decidedBy";

    private final AtomicBoolean duplicateLogged = new AtomicBoolean();
    private final CorsOrder corsOrder = new CorsOrder();
    private @Nullable HttpGate gate;
    private @Nullable SharedGate shared;
    private String name = "RateLimitFilter";

    /** For {@code web.xml}: {@link #init} finds the configuration and makes the gate. */
    public RateLimitFilter() {}

    /**
     * Decides with a gate made in code; init-params are not looked at.
     *
     * @param gate stays the caller's to close
     */
    public RateLimitFilter(HttpGate gate) {
        this.gate = gate;
    }

    /**
     * Joins the gate of the application, or makes it.
     *
     * @throws ServletException if the configuration cannot be used, with every mistake in its message; the application
     *     then does not start
     */
    @Override
    public void init(FilterConfig config) throws ServletException {
        String configured = config.getFilterName();
        if (configured != null) {
            name = configured;
        }
        if (gate == null) {
            shared = SharedGate.join(config);
            gate = shared.gate();
        }
        Mappings.inspect(config, gate);
    }

    @Override
    public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        if (request instanceof HttpServletRequest httpRequest
                && response instanceof HttpServletResponse httpResponse
                && arrives(httpRequest)) {
            Verdict verdict = decide(httpRequest);
            ServletVerdict.writeFields(verdict, httpResponse);
            if (verdict instanceof Verdict.Reject reject) {
                ServletVerdict.writeRefusal(reject, httpRequest, httpResponse);
            } else {
                pass(verdict, httpRequest, httpResponse, chain);
            }
            return;
        }
        chain.doFilter(request, response);
    }

    /**
     * Whether no filter of ours has seen the request before. That is when it arrives, or else when a filter before ours sent
     * it elsewhere, as those do that rewrite URLs: a path that is reached so is not reached around its rules. Not while the
     * container answers an error, from where a page may be forwarded to as well.
     */
    private static boolean arrives(HttpServletRequest request) {
        return switch (request.getDispatcherType()) {
            case REQUEST -> true;
            case FORWARD, ASYNC ->
                request.getAttribute(DECIDED_BY) == null
                        && request.getAttribute(RequestDispatcher.ERROR_STATUS_CODE) == null;
            case INCLUDE, ERROR -> false;
        };
    }

    private void pass(Verdict verdict, HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        boolean open = corsOrder.isOpen(request, response);
        if (verdict.awaitsCompletion()) {
            Completion.of(verdict, request, response).doFilter(chain);
        } else {
            chain.doFilter(request, response);
        }
        if (open) {
            corsOrder.answered(response);
        }
    }

    /**
     * Leaves the gate of the application, which is closed with the last filter that does. Requests that are still under way,
     * as Jetty lets them be, go on asking it, and follow the failure policy.
     */
    @Override
    public void destroy() {
        if (shared != null) {
            shared.leave();
            shared = null;
        }
    }

    private Verdict decide(HttpServletRequest request) throws ServletException {
        if (gate == null) {
            throw new ServletException("filter '" + name + "' was not initialised");
        }
        logDuplicate(request, gate);
        return gate.decide(new ServletHttpCall(request));
    }

    /** A second filter costs nothing, since the gate charges a request once, but it is hardly meant. */
    private void logDuplicate(HttpServletRequest request, HttpGate deciding) {
        if (!(request.getAttribute(DECIDED_BY) instanceof RateLimitFilter first)) {
            request.setAttribute(DECIDED_BY, this);
        } else if (first != this && first.gate == deciding && duplicateLogged.compareAndSet(false, true)) {
            log.warn(
                    "Filter '{}' sees requests that filter '{}' has decided already; they are charged once, and one of"
                            + " the two can go",
                    name,
                    first.name);
        }
    }
}
