package io.weir.jaxrs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.weir.http.HttpAdapterFixture.Node;
import io.weir.http.RawHttp;
import io.weir.testing.TestRedis;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
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
            await().until(() -> clients(redis) > 1);
            node.server().close();
            await().until(() -> clients(redis) == 1);
        }
    }

    /** How many connections the server has, the one that asks included. */
    private static int clients(TestRedis redis) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), redis.port())) {
            socket.getOutputStream().write("INFO clients\r\nQUIT\r\n".getBytes(StandardCharsets.US_ASCII));
            String info = new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
            return Integer.parseInt(info.replaceAll("(?s).*connected_clients:(\\d+).*", "$1"));
        }
    }
}
