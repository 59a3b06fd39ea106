package io.weir.jaxrs;

import io.weir.http.HttpAdapterContract;
import io.weir.http.HttpGate;

class JerseyGrizzlyHttpAdapterTest extends HttpAdapterContract {

    @Override
    protected Node start(HttpGate gate) {
        return JerseyOnGrizzly.start(TestApplication.of(
                StandardResource.class,
                new Answers500(),
                RateLimitFeature.of(gate).peerAddress(request -> "127.0.0.1")));
    }
}
