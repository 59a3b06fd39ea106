package io.weir.jaxrs;

import io.weir.http.HttpGate;
import io.weir.http.ResponseCountContract;

class JerseyGrizzlyResponseCountTest extends ResponseCountContract {

    @Override
    protected Node start(HttpGate gate) {
        return JerseyOnGrizzly.start(
                TestApplication.of(StandardResource.class, CountedResource.class, RateLimitFeature.of(gate)));
    }
}
