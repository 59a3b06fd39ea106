package io.weir.servlet;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.http.HttpAdapterContract;
import io.weir.http.HttpGate;
import io.weir.http.RawHttp;
import io.weir.http.RawHttp.Response;
import org.junit.jupiter.api.Test;

class UndertowHttpAdapterTest extends HttpAdapterContract {

    @Override
    protected Node start(HttpGate gate) throws Exception {
        return Container.UNDERTOW.start(context -> {
            StandardRoutes.add(context);
            StandardRoutes.add(context, "limits", new RateLimitFilter(gate));
        });
    }

    /** Undertow clears the fields of every filter then, and tells none of them ({@code ServletInitialHandler}). */
    @Test
    @Override
    protected void fieldsAreThere_whenApplicationThrows() throws Exception {
        RawHttp http = serveInRedis(api("1/1m"));
        assertThat(http.get("/api/boom"))
                .returns(500, Response::status)
                .returns(false, response -> response.has("RateLimit"));
        assertThat(http.get("/api/boom"))
                .returns(429, Response::status)
                .returns(true, response -> response.has("RateLimit"));
    }
}
