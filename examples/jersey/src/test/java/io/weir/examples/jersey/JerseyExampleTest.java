package io.weir.examples.jersey;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.weir.testing.TestRedis;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import org.glassfish.grizzly.http.server.HttpServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class JerseyExampleTest {

    private static final String REDIS_URL = "REDIS_URL";

    private final HttpClient client = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1) // Grizzly leaves Content-Type out where a client offers h2c
            .build();
    private TestRedis redis;
    private HttpServer server;

    @BeforeEach
    void start() {
        redis = TestRedis.start();
        System.setProperty(REDIS_URL, redis.url());
        server = JerseyExample.start(0);
    }

    @AfterEach
    void stop() {
        server.shutdownNow();
        System.clearProperty(REDIS_URL);
        redis.close();
    }

    @Test
    void theSixthCallIsRefused_whenTheFileAllowsFive() throws Exception {
        assertThat(firstCounted().headers().firstValue("RateLimit-Policy"))
                .hasValue("\"quotes-10s\";q=5;w=10, \"quotes-1h\";q=100;w=3600");
        for (int call = 2; call <= 5; call++) {
            assertThat(send("GET").statusCode()).isEqualTo(200);
        }
        assertRefused(send("GET"), "quotes-10s\"]");
    }

    @Test
    void theThirdCallIsRefused_whenTheAnnotationAllowsTwo() throws Exception {
        firstCounted();
        for (int call = 1; call <= 2; call++) {
            HttpResponse<String> answer = send("POST");
            assertThat(answer.statusCode()).isEqualTo(200);
            assertThat(answer.headers().allValues("RateLimit-Policy")).anyMatch(policy -> policy.endsWith(";q=2;w=60"));
        }
        assertRefused(send("POST"), "Quotes-refresh-");
        assertThat(send("GET").statusCode()).isEqualTo(200);
    }

    private static void assertRefused(HttpResponse<String> answer, String limit) {
        assertThat(answer.statusCode()).isEqualTo(429);
        assertThat(answer.headers().firstValueAsLong("Retry-After").orElseThrow())
                .isBetween(1L, 60L);
        assertThat(answer.headers().firstValue("Content-Type").orElseThrow()).startsWith("application/problem+json");
        assertThat(answer.body()).contains("\"violated-policies\":[\"" + limit);
    }

    /** A GET. On a busy machine the server may be up before it has reached Redis; what comes before is not counted. */
    private HttpResponse<String> firstCounted() {
        return await().atMost(Duration.ofSeconds(30))
                .until(
                        () -> send("GET"),
                        answer -> answer.headers().firstValue("RateLimit").isPresent());
    }

    private HttpResponse<String> send(String method) throws Exception {
        URI address =
                URI.create("http://127.0.0.1:" + server.getListener("grizzly").getPort() + "/quotes");
        HttpRequest request = HttpRequest.newBuilder(address)
                .method(method, BodyPublishers.noBody())
                .header("X-Api-Key", "alice")
                .build();
        return client.send(request, BodyHandlers.ofString());
    }
}
