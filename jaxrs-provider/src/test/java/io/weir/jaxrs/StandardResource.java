package io.weir.jaxrs;

import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.container.AsyncResponse;
import jakarta.ws.rs.container.Suspended;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.StreamingOutput;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** The routes of {@link io.weir.http.HttpAdapterFixture}. */
@Path("/")
@Produces(MediaType.TEXT_PLAIN)
public final class StandardResource {

    @GET
    @Path("api/x")
    public String x() {
        return "x";
    }

    @POST
    @Path("api/x")
    public String postX() {
        return "x";
    }

    @GET
    @Path("api/login")
    public String login() {
        return "login";
    }

    @POST
    @Path("api/login")
    public Response badLogin() {
        return Response.status(401).build();
    }

    @GET
    @Path("api/boom")
    public String boom() {
        return Integer.toString(Integer.parseInt("boom"));
    }

    @GET
    @Path("other")
    public String other() {
        return "other";
    }

    @GET
    @Path("api/async")
    public void async(@Suspended AsyncResponse response) {
        CompletableFuture.delayedExecutor(20, TimeUnit.MILLISECONDS).execute(() -> response.resume("async"));
    }

    @GET
    @Path("api/stream")
    @Produces("text/event-stream")
    public StreamingOutput stream() {
        return out -> {
            for (int i = 1; i <= 3; i++) {
                write(out, "data: " + i + "\n\n");
            }
        };
    }

    @POST
    @Path("api/upload")
    public String upload(InputStream body) throws IOException {
        return Long.toString(body.transferTo(OutputStream.nullOutputStream()));
    }

    private static void write(OutputStream out, String event) throws IOException {
        out.write(event.getBytes(StandardCharsets.US_ASCII));
        out.flush();
    }
}
