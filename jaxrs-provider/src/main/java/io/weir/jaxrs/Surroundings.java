package io.weir.jaxrs;

import io.weir.config.GateConfiguration;
import io.weir.http.Field;
import io.weir.http.HttpGate;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What the container around a Jakarta REST runtime knows that Jakarta REST does not ask it for. */
interface Surroundings {

    /** No container, or none that we know: it tells nothing. */
    Surroundings NONE = new Surroundings() {};

    // At start-up.

    /** The gate that another adapter has made for this application; null if none has. */
    default @Nullable HttpGate sharedGate() {
        return null;
    }

    /** Parameters of the deployment. */
    default Map<String, String> settings() {
        return Map.of();
    }

    /** The files of the deployment. */
    default GateConfiguration.Resources resources() {
        return path -> null;
    }

    /** A name that no other application of this container has. */
    default String application() {
        return "default";
    }

    /** Does this when the application ends, if that is ever heard of; more than once is no matter. */
    default void atTheEnd(Runnable close) {}

    /** Whether {@link #remoteAddress()} and {@link #sessionId()} will have answers. */
    default boolean knowsClients() {
        return false;
    }

    // For the request that is being answered.

    /** The address of the peer; null if it is not known. */
    default @Nullable String remoteAddress() {
        return null;
    }

    /** The id of the request's session; null if it has none. */
    default @Nullable String sessionId() {
        return null;
    }

    /**
     * How many segments of the base URI's path lie outside of the application: all, unless the runtime is a part of a web
     * application.
     */
    default int depthOf(List<String> base) {
        return base.size();
    }

    /** Whether this is the container answering an error, rather than a client's request. */
    default boolean isErrorDispatch() {
        return false;
    }

    /** Writes a response field at once; false if there is nothing to write to. */
    default boolean write(Field field) {
        return false;
    }
}
