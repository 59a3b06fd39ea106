package io.weir.jaxrs;

import io.weir.http.HttpAdapterContract;
import io.weir.http.HttpGate;

class CxfServletHttpAdapterTest extends HttpAdapterContract {

    @Override
    protected Node start(HttpGate gate) throws Exception {
        RateLimitFeature feature = RateLimitFeature.of(gate).peerAddress(CxfOnJetty::peer);
        return CxfOnJetty.start(TestApplication.of(StandardResource.class, new Answers500(), feature), "/*", app -> {});
    }

    /** AbstractHTTPDestination consumes 16 MiB of a body that nobody has read before it writes the first field. */
    @Override
    protected int octetsReadByTheServer() {
        return 16 * 1024 * 1024;
    }
}
