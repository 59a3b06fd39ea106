package io.weir.http;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** A call whose remote address is that of the client, and not that of a proxy between. */
final class AddressedCall implements HttpCall {

    private final HttpCall call;
    private final ClientAddress addresses;
    private @Nullable String address;
    private boolean known;

    AddressedCall(HttpCall call, ClientAddress addresses) {
        this.call = call;
        this.addresses = addresses;
    }

    @Override
    public @Nullable String remoteAddress() {
        if (!known) {
            address = addresses.of(call);
            known = true;
        }
        return address;
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
    public @Nullable String cookie(String name) {
        return call.cookie(name);
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
