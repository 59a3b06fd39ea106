package io.weir.jaxrs;

import io.weir.http.HttpGate;
import io.weir.http.ResponseCountContract;

class CxfServletResponseCountTest extends ResponseCountContract {

    @Override
    protected Node start(HttpGate gate) throws Exception {
        return CxfOnJetty.start(
                TestApplication.of(StandardResource.class, CountedResource.class, RateLimitFeature.of(gate)),
                "/*",
                app -> {});
    }
}
