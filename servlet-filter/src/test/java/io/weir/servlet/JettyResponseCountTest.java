package io.weir.servlet;

import io.weir.http.HttpGate;
import io.weir.http.ResponseCountContract;

class JettyResponseCountTest extends ResponseCountContract {

    @Override
    protected Node start(HttpGate gate) throws Exception {
        return Container.JETTY.start(context -> {
            StandardRoutes.add(context);
            CountedRoutes.add(context);
            StandardRoutes.add(context, "limits", new RateLimitFilter(gate));
        });
    }
}
