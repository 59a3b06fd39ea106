package io.weir.jaxrs;

import io.weir.http.HttpAdapterContract;
import io.weir.http.HttpGate;

class JerseyServletHttpAdapterTest extends HttpAdapterContract {

    @Override
    protected Node start(HttpGate gate) throws Exception {
        return JerseyOnJetty.start(
                TestApplication.of(StandardResource.class, RateLimitFeature.of(gate)), "/*", app -> {});
    }
}
