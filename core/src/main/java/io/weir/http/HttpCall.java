package io.weir.http;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a gate needs to know of a request; an adapter implements it over its container's request and adds nothing. */
public interface HttpCall {

    /** The method as sent, for instance {@code GET}. Methods are case-sensitive (RFC 9110, section 9.1). */
    String method();

    /** The path within the application, in the form in which the container routes it. */
    RoutedPath path();

    /**
     * The template of the resource that the request is routed to, within the application, for instance
     * {@code /users/{id}}; null if the container has none, or has not routed it yet.
     */
    default @Nullable String routeTemplate() {
        return null;
    }

    /** All lines of a header in the order received, the name compared without case; empty if there is none. */
    List<String> headerLines(String name);

    /** All values of cookies of a name, in the order received; empty if there is none. */
    List<String> cookies(String name);

    /** The address of the peer as the container reports it, a literal; null if the container cannot tell. */
    @Nullable
    String remoteAddress();

    /** The name of the authenticated user; null if nobody is authenticated, or not yet. */
    @Nullable
    String principal();

    /** Whether the authenticated user has a role; false if nobody is authenticated. */
    boolean hasRole(String role);

    /** The id of the session that the request belongs to; null if it belongs to none. Never creates one. */
    @Nullable
    String sessionId();

    /**
     * What {@link #attribute(String, Object)} stored for this request, through this or any other adapter that sees it;
     * null if nothing.
     */
    @Nullable
    Object attribute(String name);

    /** Stores a value for the life of the request, across dispatches, where every adapter finds it. */
    void attribute(String name, Object value);
}
