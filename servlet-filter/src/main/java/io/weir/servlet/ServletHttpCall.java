package io.weir.servlet;

import io.weir.http.HttpCall;
import io.weir.http.RoutedPath;
import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpSession;
import java.security.Principal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A servlet request as a gate sees it. */
record ServletHttpCall(HttpServletRequest request) implements HttpCall {

    @Override
    public String method() {
        return request.getMethod();
    }

    /**
     * What the container matched against its mappings: servlet path and path info, which it has decoded and freed of
     * parameters (Servlet 5.0, section 3.5).
     */
    @Override
    public RoutedPath path() {
        try {
            String pathInfo = request.getPathInfo();
            String servletPath = request.getServletPath();
            return RoutedPath.ofDecoded(pathInfo == null ? servletPath : servletPath + pathInfo);
        } catch (IllegalArgumentException e) {
            return pathAsSent();
        }
    }

    /**
     * For Jetty 12 where it is told to accept ambiguous paths and not to decode them for servlets: asked for servlet path
     * or path info it throws ({@code ServletHandler.setDecodeAmbiguousURIs}), and has routed the request all the same, by
     * the decoded path: there {@code %2e} is a dot segment, and {@code %2F} separates. The empty segment before it keeps
     * such a path from being excluded: no two readers agree on it.
     */
    private RoutedPath pathAsSent() {
        int context = RoutedPath.ofEncoded(request.getContextPath()).segments().size();
        List<String> sent = RoutedPath.ofEncoded(request.getRequestURI()).spelled();
        String decoded = String.join("/", RoutedPath.ofSegments(sent).segments());
        List<String> segments = List.of(decoded.split("/", -1));
        List<String> spelled = new ArrayList<>();
        spelled.add("");
        spelled.addAll(segments.subList(Math.min(context, segments.size()), segments.size()));
        return RoutedPath.ofSegments(spelled);
    }

    @Override
    public List<String> headerLines(String name) {
        Enumeration<String> lines = request.getHeaders(name);
        return lines == null ? List.of() : Collections.list(lines);
    }

    @Override
    public List<String> cookies(String name) {
        List<String> values = new ArrayList<>(1);
        Cookie[] cookies = cookies();
        if (cookies != null) {
            for (Cookie cookie : cookies) {
                if (cookie.getName().equals(name) && cookie.getValue() != null) {
                    values.add(cookie.getValue());
                }
            }
        }
        return values;
    }

    /**
     * Jetty 12 throws where a client sends a name that {@link Cookie} does not allow, {@code $Version} for instance: then
     * there are none, and the application may go without them too.
     */
    private Cookie @Nullable [] cookies() {
        try {
            return request.getCookies();
        } catch (IllegalArgumentException e) {
            return null;
        }
    }

    @Override
    public @Nullable String remoteAddress() {
        return request.getRemoteAddr();
    }

    @Override
    public @Nullable String principal() {
        Principal principal = request.getUserPrincipal();
        return principal == null ? null : principal.getName();
    }

    @Override
    public boolean hasRole(String role) {
        return request.isUserInRole(role);
    }

    /** Of a session that exists; an id that a client made up would be a fresh budget with every request. */
    @Override
    public @Nullable String sessionId() {
        HttpSession session = request.getSession(false);
        return session == null ? null : session.getId();
    }

    @Override
    public @Nullable Object attribute(String name) {
        return request.getAttribute(name);
    }

    @Override
    public void attribute(String name, Object value) {
        request.setAttribute(name, value);
    }
}
