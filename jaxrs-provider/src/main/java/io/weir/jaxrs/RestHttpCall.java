package io.weir.jaxrs;

import io.weir.http.HttpCall;
import io.weir.http.RoutedPath;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.SecurityContext;
import jakarta.ws.rs.core.UriInfo;
import java.security.Principal;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A Jakarta REST request as a gate sees it. Its properties are the attributes of the servlet request, if there is one,
 * and so every adapter finds what a gate remembers of it.
 *
 * @param peer tells the address of the peer
 */
record RestHttpCall(ContainerRequestContext request, Surroundings surroundings, PeerAddress peer) implements HttpCall {

    @Override
    public String method() {
        return request.getMethod();
    }

    /**
     * The path within the web application, as the servlet filter sees it, or else within the base URI. Jersey 3.1 and
     * RESTEasy 6.2 match templates against it without parameters, but with dot segments in their place: both route
     * {@code /a/../b} to a resource {@code a/{rest: .*}} and not to {@code b}.
     */
    @Override
    public RoutedPath path() {
        UriInfo uri = request.getUriInfo();
        List<String> segments = new ArrayList<>(baseWithin(uri));
        segments.addAll(RoutedPath.ofEncoded(uri.getPath(false)).spelled());
        return RoutedPath.ofSegments(segments);
    }

    /** From the annotations; where nothing is matched there is none. */
    @Override
    public @Nullable String routeTemplate() {
        Supplier<String> template = Exchange.of(request).template;
        if (template == null) {
            return null;
        }
        StringBuilder whole = new StringBuilder();
        baseWithin(request.getUriInfo()).forEach(segment -> whole.append('/').append(segment));
        return whole.append(template.get()).toString();
    }

    /** The part of the base URI's path that is within the web application. */
    private List<String> baseWithin(UriInfo uri) {
        List<String> base = RoutedPath.ofEncoded(uri.getBaseUri().getRawPath()).segments();
        return base.subList(Math.min(base.size(), surroundings.depthOf(base)), base.size());
    }

    @Override
    public List<String> headerLines(String name) {
        List<String> lines = request.getHeaders().get(name);
        return lines == null ? List.of() : lines;
    }

    /** Read from the header: of two cookies of one name the runtimes' maps keep the last. */
    @Override
    public List<String> cookies(String name) {
        List<String> values = new ArrayList<>(1);
        for (String line : headerLines(HttpHeaders.COOKIE)) {
            for (String pair : line.split(";", -1)) {
                int equals = pair.indexOf('=');
                if (equals >= 0 && pair.substring(0, equals).strip().equals(name)) {
                    values.add(pair.substring(equals + 1).strip());
                }
            }
        }
        return values;
    }

    @Override
    public @Nullable String remoteAddress() {
        return peer.of(request);
    }

    @Override
    public @Nullable String principal() {
        SecurityContext security = request.getSecurityContext();
        Principal principal = security == null ? null : security.getUserPrincipal();
        return principal == null ? null : principal.getName();
    }

    @Override
    public boolean hasRole(String role) {
        SecurityContext security = request.getSecurityContext();
        return security != null && security.getUserPrincipal() != null && security.isUserInRole(role);
    }

    @Override
    public @Nullable String sessionId() {
        return surroundings.sessionId();
    }

    @Override
    public @Nullable Object attribute(String name) {
        return request.getProperty(name);
    }

    @Override
    public void attribute(String name, Object value) {
        request.setProperty(name, value);
    }
}
