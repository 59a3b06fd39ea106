package io.weir.jaxrs;

import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.ext.ExceptionMapper;

/** What many applications have: an answer of their own to every exception. */
final class CatchAll implements ExceptionMapper<Throwable> {

    @Override
    public Response toResponse(Throwable exception) {
        return Response.status(418).entity("caught").type("text/plain").build();
    }
}
