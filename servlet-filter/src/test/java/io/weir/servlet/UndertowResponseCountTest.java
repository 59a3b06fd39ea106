package io.weir.servlet;

import io.weir.http.HttpGate;
import io.weir.http.ResponseCountContract;

class UndertowResponseCountTest extends ResponseCountContract {

    @Override
    protected Node start(HttpGate gate) throws Exception {
        return Container.UNDERTOW.start(context -> {
            StandardRoutes.add(context);
            CountedRoutes.add(context);
            StandardRoutes.add(context, "limits", new RateLimitFilter(gate));
        });
    }
}
