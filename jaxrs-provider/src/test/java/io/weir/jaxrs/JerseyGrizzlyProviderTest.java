package io.weir.jaxrs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.http.HttpAdapterFixture.Node;
import io.weir.http.RawHttp;
import org.junit.jupiter.api.Test;

class JerseyGrizzlyProviderTest extends ProviderContract {

    @Override
    Node start(TestApplication application) {
        return JerseyOnGrizzly.start(application);
    }

    @Test
    void applicationDoesNotStart_whenARuleNeedsAnAddressThatNobodyKnows() {
        RateLimitFeature feature = RateLimitFeature.of(gate(rule("login", "user | ip", "3/1m")));
        assertThatThrownBy(() -> serve(StandardResource.class, feature))
                .hasStackTraceContaining("rule 'login' has the key 'user | ip', but without a servlet container nobody")
                .hasStackTraceContaining("RateLimitFeature.peerAddress");
        RateLimitFeature annotated = RateLimitFeature.of(gate());
        assertThatThrownBy(() -> serve(Resources.Annotated.class, annotated))
                .hasStackTraceContaining("@RateLimited on public java.lang.String")
                .hasStackTraceContaining("RateLimitFeature.peerAddress");
    }

    @Test
    void applicationDoesNotStart_whenARuleNeedsSessionsAndThereAreNone() {
        assertThatThrownBy(() -> serve(StandardResource.class, feature(rule("all", "session | header:X", "3/1m"))))
                .hasStackTraceContaining(
                        "has the key 'session | header:x', but without a servlet container there are no" + " sessions");
    }

    @Test
    void clientsHaveTheirOwnBudgets_whenTheApplicationTellsTheirAddresses() throws Exception {
        RateLimitFeature feature = RateLimitFeature.of(gate(rule("all", "ip", "1/1m")))
                .peerAddress(request -> request.getHeaderString("X-Peer-Of-The-Test"));
        RawHttp http = serve(StandardResource.class, feature);
        assertThat(statuses(2, http, "GET", "/api/x", "X-Peer-Of-The-Test: 192.0.2.1"))
                .containsExactly(200, 429);
        assertThat(statuses(2, http, "GET", "/api/x", "X-Peer-Of-The-Test: 192.0.2.2"))
                .containsExactly(200, 429);
        assertThat(statuses(2, http, "GET", "/api/x")).containsExactly(200, 429);
    }
}
