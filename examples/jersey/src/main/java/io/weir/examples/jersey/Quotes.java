package io.weir.examples.jersey;

import io.weir.jaxrs.RateLimited;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;

/** Limited by its path in {@code rate-limits.yaml}, and one method more tightly. */
@Path("/quotes")
@Produces("text/plain")
public final class Quotes {

    /** The latest quote. */
    @GET
    public String latest() {
        return "WEIR 42.17\n";
    }

    /** Asks for a fresh one, which costs more than reading. */
    @POST
    @RateLimited(limit = "2/1m", key = "header:X-Api-Key | global")
    public String refresh() {
        return "WEIR 42.18\n";
    }
}
