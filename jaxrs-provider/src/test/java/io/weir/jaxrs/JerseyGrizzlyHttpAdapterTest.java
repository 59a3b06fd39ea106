package io.weir.jaxrs;

import io.weir.http.HttpAdapterContract;
import io.weir.http.HttpGate;
import jakarta.ws.rs.WebApplicationException;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.ext.ExceptionMapper;

class JerseyGrizzlyHttpAdapterTest extends HttpAdapterContract {

    @Override
    protected Node start(HttpGate gate) {
        return JerseyOnGrizzly.start(TestApplication.of(
                StandardResource.class,
                new Answers500(),
                RateLimitFeature.of(gate).peerAddress(request -> "127.0.0.1")));
    }

    /** An exception that nobody maps Jersey leaves to Grizzly, whose own 500 has no fields but Grizzly's. */
    private static final class Answers500 implements ExceptionMapper<RuntimeException> {

        @Override
        public Response toResponse(RuntimeException exception) {
            return exception instanceof WebApplicationException known
                    ? known.getResponse()
                    : Response.serverError().build();
        }
    }
}
