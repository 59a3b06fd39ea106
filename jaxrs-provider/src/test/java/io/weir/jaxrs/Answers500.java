package io.weir.jaxrs;

import jakarta.ws.rs.WebApplicationException;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.ext.ExceptionMapper;

/** For runtimes that leave an exception which nobody maps to their server, whose own 500 has no fields but the server's. */
final class Answers500 implements ExceptionMapper<RuntimeException> {

    @Override
    public Response toResponse(RuntimeException exception) {
        return exception instanceof WebApplicationException known
                ? known.getResponse()
                : Response.serverError().build();
    }
}
