package io.weir.jaxrs;

import io.weir.http.HttpGate;
import io.weir.http.ResponseCountContract;

class JerseyServletResponseCountTest extends ResponseCountContract {

    @Override
    protected Node start(HttpGate gate) throws Exception {
        return JerseyOnJetty.start(
                TestApplication.of(StandardResource.class, CountedResource.class, RateLimitFeature.of(gate)),
                "/*",
                app -> {});
    }
}
