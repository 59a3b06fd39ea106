package io.weir.jaxrs;

import io.weir.http.HttpAdapterContract;
import io.weir.http.HttpGate;

class ResteasyServletHttpAdapterTest extends HttpAdapterContract {

    @Override
    protected Node start(HttpGate gate) throws Exception {
        return ResteasyOnJetty.start(
                TestApplication.of(StandardResource.class, RateLimitFeature.of(gate)), "/*", app -> {});
    }
}
