package io.weir.jaxrs;

import io.weir.http.HttpAdapterContract;
import io.weir.http.HttpGate;

class ResteasyUndertowHttpAdapterTest extends HttpAdapterContract {

    @Override
    protected Node start(HttpGate gate) throws Exception {
        return ResteasyOnUndertow.start(
                TestApplication.of(StandardResource.class, RateLimitFeature.of(gate)), "/*", app -> {});
    }
}
