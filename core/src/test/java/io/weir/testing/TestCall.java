package io.weir.testing;

import io.weir.http.HttpCall;
import io.weir.http.RoutedPath;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * One request as a test writes it down: {@code TestCall.get("/login").address("192.0.2.7").user("alice")}. What is not
 * said is absent, except the address, which is {@code 127.0.0.1}.
 */
public final class TestCall implements HttpCall {

    private final String method;
    private final RoutedPath path;
    private final Map<String, List<String>> headers = new HashMap<>();
    private final Map<String, String> cookies = new HashMap<>();
    private final Map<String, Object> attributes = new HashMap<>();
    private String address = "127.0.0.1";
    private String user;
    private String session;
    private String template;
    private Set<String> roles = Set.of();

    private TestCall(String method, String path) {
        this.method = method;
        this.path = RoutedPath.ofEncoded(path);
    }

    /** A request with the path as sent: percent-encoded. */
    public static TestCall of(String method, String path) {
        return new TestCall(method, path);
    }

    /** A GET request. */
    public static TestCall get(String path) {
        return of("GET", path);
    }

    /** A POST request. */
    public static TestCall post(String path) {
        return of("POST", path);
    }

    /** A CORS preflight from another origin. */
    public static TestCall preflight(String path) {
        return of("OPTIONS", path)
                .header("Origin", "https://elsewhere.example")
                .header("Access-Control-Request-Method", "GET");
    }

    /** Adds a line of a header; called twice with one name, two lines. */
    public TestCall header(String name, String line) {
        headers.computeIfAbsent(name.toLowerCase(Locale.ROOT), key -> new ArrayList<>())
                .add(line);
        return this;
    }

    /** Adds a cookie. */
    public TestCall cookie(String name, String value) {
        cookies.put(name, value);
        return this;
    }

    /** Comes from this address; null for a container that cannot tell. */
    public TestCall address(String literal) {
        address = literal;
        return this;
    }

    /** Is authenticated as this user; null for nobody. */
    public TestCall user(String name) {
        user = name;
        return this;
    }

    /** Has these roles. */
    public TestCall roles(String... names) {
        roles = Set.of(names);
        return this;
    }

    /** Belongs to this session; null for none. */
    public TestCall session(String id) {
        session = id;
        return this;
    }

    /** Is routed to a resource with this template; null for none, or not yet. */
    public TestCall template(String text) {
        template = text;
        return this;
    }

    @Override
    public String routeTemplate() {
        return template;
    }

    @Override
    public String method() {
        return method;
    }

    @Override
    public RoutedPath path() {
        return path;
    }

    @Override
    public List<String> headerLines(String name) {
        return headers.getOrDefault(name.toLowerCase(Locale.ROOT), List.of());
    }

    @Override
    public List<String> cookies(String name) {
        String value = cookies.get(name);
        return value == null ? List.of() : List.of(value);
    }

    @Override
    public String remoteAddress() {
        return address;
    }

    @Override
    public String principal() {
        return user;
    }

    @Override
    public boolean hasRole(String role) {
        return roles.contains(role);
    }

    @Override
    public String sessionId() {
        return session;
    }

    @Override
    public Object attribute(String name) {
        return attributes.get(name);
    }

    @Override
    public void attribute(String name, Object value) {
        attributes.put(name, value);
    }

    @Override
    public String toString() {
        return method + " " + path;
    }
}
