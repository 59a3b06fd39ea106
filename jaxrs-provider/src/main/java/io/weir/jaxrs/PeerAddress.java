package io.weir.jaxrs;

import jakarta.ws.rs.container.ContainerRequestContext;
import org.jspecify.annotations.Nullable;

/**
 * Tells the address of the peer that sent a request, where no servlet container does: the address of the connection, as
 * the server has it. A header that any client can send would let every client choose its own budget.
 */
@FunctionalInterface
public interface PeerAddress {

    /** The address, an IPv4 or IPv6 literal; null if it is not known, and all such requests then share a budget. */
    @Nullable
    String of(ContainerRequestContext request);
}
