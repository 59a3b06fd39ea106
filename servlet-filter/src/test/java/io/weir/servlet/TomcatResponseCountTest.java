package io.weir.servlet;

import io.weir.http.HttpGate;
import io.weir.http.ResponseCountContract;

class TomcatResponseCountTest extends ResponseCountContract {

    @Override
    protected Node start(HttpGate gate) throws Exception {
        return Container.TOMCAT.start(context -> {
            StandardRoutes.add(context);
            CountedRoutes.add(context);
            StandardRoutes.add(context, "limits", new RateLimitFilter(gate));
        });
    }
}
