package io.weir.jaxrs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.weir.http.HttpAdapterFixture.Node;
import io.weir.http.RawHttp;
import io.weir.testing.TestRedis;
import jakarta.ws.rs.core.Application;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** RESTEasy destroys no components. */
class ResteasyClosingTest {

    private interface Server {
        Node start(Application application, String mapping, Consumer<WebApp> more) throws Exception;
    }

    @Test
    void connectionsToRedisAreClosed_whenTheApplicationEndsOnJetty() throws Exception {
        connectionsToRedisAreClosed_whenTheApplicationEndsOn(ResteasyOnJetty::start);
    }

    @Test
    void connectionsToRedisAreClosed_whenTheApplicationEndsOnUndertow() throws Exception {
        connectionsToRedisAreClosed_whenTheApplicationEndsOn(ResteasyOnUndertow::start);
    }

    private static void connectionsToRedisAreClosed_whenTheApplicationEndsOn(Server server) throws Exception {
        try (TestRedis redis = TestRedis.start()) {
            Node node = server.start(TestApplication.of(StandardResource.class), "/*", app -> {
                app.listener(UndeployListener.class); // a container that scans jars finds it by itself
                app.parameter("weir.redis", redis.url());
                app.parameter("weir.limit", "3/1m");
            });
            assertThat(RawHttp.to(node.address()).get("/api/x").status()).isEqualTo(200);
            await().until(() -> redis.connections() > 1);
            node.server().close();
            await().until(() -> redis.connections() == 1);
        }
    }
}
