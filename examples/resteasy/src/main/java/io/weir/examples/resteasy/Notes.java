package io.weir.examples.resteasy;

import io.weir.jaxrs.RateLimited;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;

/** Limited by its path in {@code rate-limits.yaml}, and one method more tightly. */
@Path("/notes")
@Produces("text/plain")
public class Notes {

    /** The notes so far. */
    @GET
    public String all() {
        return "Buy milk\n";
    }

    /** Adds one. */
    @POST
    @RateLimited(limit = "2/1m", key = "ip")
    public String add() {
        return "Added\n";
    }
}
