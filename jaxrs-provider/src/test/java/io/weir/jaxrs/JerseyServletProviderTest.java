package io.weir.jaxrs;

import io.weir.http.HttpAdapterFixture.Node;
import java.util.function.Consumer;

class JerseyServletProviderTest extends ServletContract {

    @Override
    Node start(TestApplication application, String mapping, Consumer<WebApp> more) throws Exception {
        return JerseyOnJetty.start(application, mapping, more);
    }
}
