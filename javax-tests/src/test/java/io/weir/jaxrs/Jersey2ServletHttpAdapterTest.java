package io.weir.jaxrs;

import io.weir.http.HttpGate;

class Jersey2ServletHttpAdapterTest extends JerseyServletHttpAdapterTest {

    /** Jersey 2 leaves an exception that nobody maps to the container, past all response filters. */
    @Override
    protected Node start(HttpGate gate) throws Exception {
        return JerseyOnJetty.start(
                TestApplication.of(StandardResource.class, new Answers500(), RateLimitFeature.of(gate)),
                "/*",
                app -> {});
    }
}
