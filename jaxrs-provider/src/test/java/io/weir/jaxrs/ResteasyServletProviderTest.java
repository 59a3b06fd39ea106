package io.weir.jaxrs;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.http.HttpAdapterFixture.Node;
import io.weir.http.RawHttp;
import io.weir.testing.Logged;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class ResteasyServletProviderTest extends ServletContract {

    @Override
    Node start(TestApplication application, String mapping, Consumer<WebApp> more) throws Exception {
        return ResteasyOnJetty.start(application, mapping, more);
    }

    /** Which a feature is not told of, in RESTEasy 6.2. */
    @Test
    void requestFailsAndTheLogSaysWhy_whenAnInstanceHasNothingButAWrongLocator() throws Exception {
        try (Logged logged = Logged.of(RateLimitFeature.class)) {
            RawHttp http = serve(new SubResources.Wrong(), feature());
            assertThat(http.get("/wrong/child").status()).isEqualTo(500);
            assertThat(logged.messages()).singleElement().asString().contains("Wrong.child(): there is no rule");
        }
    }
}
