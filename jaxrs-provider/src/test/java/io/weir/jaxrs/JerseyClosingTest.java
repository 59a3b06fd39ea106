package io.weir.jaxrs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.weir.http.HttpAdapterFixture.Node;
import io.weir.http.RawHttp;
import io.weir.testing.TestRedis;
import org.junit.jupiter.api.Test;

class JerseyClosingTest {

    @Test
    void connectionsToRedisAreClosed_whenTheApplicationEnds() throws Exception {
        try (TestRedis redis = TestRedis.start()) {
            Node node = JerseyOnGrizzly.start(TestApplication.of(StandardResource.class)
                    .property("weir.redis", redis.url())
                    .property("weir.limit", "3/1m")
                    .property("weir.key", "global"));
            assertThat(RawHttp.to(node.address()).get("/api/x").status()).isEqualTo(200);
            await().until(() -> redis.connections() > 1);
            node.server().close();
            await().until(() -> redis.connections() == 1);
        }
    }
}
