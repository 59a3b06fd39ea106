package io.weir.jaxrs;

import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.container.AsyncResponse;
import jakarta.ws.rs.container.Suspended;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.StreamingOutput;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** The routes of {@link io.weir.http.ResponseCountContract}. */
@Path("counted")
public final class CountedResource {

    private static final int TIMEOUT_MILLIS = 100;
    private static final byte[] THOUSAND = new byte[1000];

    @GET
    @Path("silent")
    public void silent(@Suspended AsyncResponse response) {
        response.setTimeout(TIMEOUT_MILLIS, TimeUnit.MILLISECONDS);
    }

    @GET
    @Path("late")
    public void late(@Suspended AsyncResponse response) {
        response.setTimeoutHandler(CountedResource::answer401);
        response.setTimeout(TIMEOUT_MILLIS, TimeUnit.MILLISECONDS);
    }

    @GET
    @Path("slow")
    public void slow(@Suspended AsyncResponse response) {
        CompletableFuture.delayedExecutor(200, TimeUnit.MILLISECONDS).execute(() -> answer401(response));
    }

    @GET
    @Path("endless")
    public StreamingOutput endless() {
        return untilTheClientIsGone();
    }

    @GET
    @Path("endless-async")
    public void endlessAsync(@Suspended AsyncResponse response) {
        // What writing throws here, RESTEasy throws on; it stays in the future.
        var unused = CompletableFuture.runAsync(() -> response.resume(untilTheClientIsGone()));
    }

    private static void answer401(AsyncResponse response) {
        response.resume(Response.status(401).build());
    }

    /** Bounded, so that a server that does not notice ends the test with a failure. */
    private static StreamingOutput untilTheClientIsGone() {
        return out -> {
            for (int i = 0; i < 100_000; i++) {
                out.write(THOUSAND);
                out.flush();
            }
        };
    }
}
