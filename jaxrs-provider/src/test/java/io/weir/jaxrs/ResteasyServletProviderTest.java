package io.weir.jaxrs;

import io.weir.http.HttpAdapterFixture.Node;
import java.util.function.Consumer;
import org.eclipse.jetty.ee10.servlet.ServletContextHandler;

class ResteasyServletProviderTest extends ServletContract {

    @Override
    Node start(TestApplication application, String mapping, Consumer<ServletContextHandler> more) throws Exception {
        return ResteasyOnJetty.start(application, mapping, more);
    }
}
