package io.weir.examples.demo;

import io.weir.jaxrs.RateLimited;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Application;
import java.time.Instant;
import java.util.Map;
import java.util.Set;

/** A Jakarta REST application. Weir's provider is on the class path, and shares the gate of the servlet filter. */
public final class Api extends Application {

    @Override
    public Set<Class<?>> getClasses() {
        return Set.of(Clock.class, Reports.class);
    }

    /** Without what needs jars that are not here: Jersey would warn of each. */
    @Override
    public Map<String, Object> getProperties() {
        return Map.of("jersey.config.server.wadl.disableWadl", true, "jersey.config.disableDefaultProvider", "ALL");
    }

    /** Limited by its path alone. */
    @Path("/time")
    public static final class Clock {

        /** The time of this machine. */
        @GET
        @Produces("text/plain")
        public String now() {
            return Instant.now() + "\n";
        }
    }

    /** Limited by its path and, more tightly, by name. */
    @Path("/reports")
    public static final class Reports {

        /** Pretends to do much work. */
        @POST
        @RateLimited("reports")
        @Produces("text/plain")
        public String make() {
            return "A report that took much work\n";
        }
    }
}
