package io.weir.jaxrs;

import io.weir.http.HttpAdapterFixture.Node;
import java.util.function.Consumer;

class ResteasyUndertowProviderTest extends ServletContract {

    @Override
    Node start(TestApplication application, String mapping, Consumer<WebApp> more) throws Exception {
        return ResteasyOnUndertow.start(application, mapping, more);
    }
}
