package io.weir.servlet;

import io.weir.http.HttpAdapterContract;
import io.weir.http.HttpGate;

class JettyHttpAdapterTest extends HttpAdapterContract {

    @Override
    protected Node start(HttpGate gate) throws Exception {
        return Container.JETTY.start(context -> {
            StandardRoutes.add(context);
            StandardRoutes.add(context, "limits", new RateLimitFilter(gate));
        });
    }
}
