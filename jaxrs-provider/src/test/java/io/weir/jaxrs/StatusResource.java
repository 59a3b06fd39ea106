package io.weir.jaxrs;

import jakarta.ws.rs.GET;
import jakarta.ws.rs.NotAuthorizedException;
import jakarta.ws.rs.NotFoundException;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.StreamingOutput;
import jakarta.ws.rs.ext.ExceptionMapper;

/** Ways to come to a status. */
@Path("status")
public final class StatusResource {

    @GET
    @Path("{way}")
    public Response answer(@PathParam("way") String way) {
        return switch (way) {
            case "returned" -> Response.status(401).build();
            case "thrown" -> throw new NotAuthorizedException("Basic");
            case "mapped" -> throw new UnsupportedOperationException("as the test wants it");
            case "unmapped" -> throw new IllegalStateException("as the test wants it");
            case "unwritable" -> Response.ok(unwritable(), "text/plain").build();
            default -> throw new NotFoundException();
        };
    }

    private static StreamingOutput unwritable() {
        return out -> {
            throw new IllegalStateException("as the test wants it");
        };
    }

    /** Makes 409 of one exception. */
    static final class Mapper implements ExceptionMapper<UnsupportedOperationException> {

        @Override
        public Response toResponse(UnsupportedOperationException exception) {
            return Response.status(409).build();
        }
    }
}
