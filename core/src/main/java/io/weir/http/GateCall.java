package io.weir.http;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A call as the keys of rules see it: its remote address is that of the client, and not that of a proxy between, and it
 * has a route as soon as a rule covers it.
 */
final class GateCall implements HttpCall {

    private final HttpCall call;
    private final ClientAddress addresses;
    private final GateListener listener;
    private @Nullable String address;
    private boolean addressKnown;
    private @Nullable Rule rule;
    private boolean keyAbsent;

    GateCall(HttpCall call, ClientAddress addresses, GateListener listener) {
        this.call = call;
        this.addresses = addresses;
        this.listener = listener;
    }

    /** From now on it is asked for the client of this rule. */
    void asks(Rule asking) {
        rule = asking;
        keyAbsent = false;
    }

    /** The call does not have what the key of the rule looks at; the address stands in. */
    void keyIsAbsent() {
        if (rule != null && !keyAbsent) {
            keyAbsent = true;
            listener.keyAbsent(rule);
        }
    }

    /** Whether the call lacks what the key of the rule looks at, or a part of it. */
    boolean isKeyAbsent() {
        return keyAbsent;
    }

    @Override
    public @Nullable String remoteAddress() {
        if (!addressKnown) {
            address = addresses.of(call, listener);
            addressKnown = true;
        }
        return address;
    }

    /** Where the container tells none, what the rule says of the path. */
    @Override
    public @Nullable String routeTemplate() {
        String template = call.routeTemplate();
        return template == null && rule != null ? rule.patternOf(call.path()) : template;
    }

    @Override
    public String method() {
        return call.method();
    }

    @Override
    public RoutedPath path() {
        return call.path();
    }

    @Override
    public List<String> headerLines(String name) {
        return call.headerLines(name);
    }

    @Override
    public List<String> cookies(String name) {
        return call.cookies(name);
    }

    @Override
    public @Nullable String principal() {
        return call.principal();
    }

    @Override
    public boolean hasRole(String role) {
        return call.hasRole(role);
    }

    @Override
    public @Nullable String sessionId() {
        return call.sessionId();
    }

    @Override
    public @Nullable Object attribute(String name) {
        return call.attribute(name);
    }

    @Override
    public void attribute(String name, Object value) {
        call.attribute(name, value);
    }
}
