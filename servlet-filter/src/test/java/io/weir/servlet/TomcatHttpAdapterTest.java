package io.weir.servlet;

import io.weir.http.HttpAdapterContract;
import io.weir.http.HttpGate;

class TomcatHttpAdapterTest extends HttpAdapterContract {

    @Override
    protected Node start(HttpGate gate) throws Exception {
        return Container.TOMCAT.start(context -> {
            StandardRoutes.add(context);
            StandardRoutes.add(context, "limits", new RateLimitFilter(gate));
        });
    }
}
