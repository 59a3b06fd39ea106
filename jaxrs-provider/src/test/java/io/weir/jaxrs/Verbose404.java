package io.weir.jaxrs;

import jakarta.ws.rs.NotFoundException;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.ext.ExceptionMapper;

/** Answers 404 with a body, which has a tag and may be cached. */
final class Verbose404 implements ExceptionMapper<NotFoundException> {

    @Override
    public Response toResponse(NotFoundException exception) {
        return Response.status(404)
                .entity("nothing here")
                .type("text/plain")
                .tag("404")
                .header("Cache-Control", "max-age=60")
                .header("X-Kept", "yes")
                .build();
    }
}
