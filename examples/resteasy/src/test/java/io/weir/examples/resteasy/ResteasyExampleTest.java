package io.weir.examples.resteasy;

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
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ResteasyExampleTest {

    private static final String REDIS_URL = "REDIS_URL";

    private final HttpClient client = HttpClient.newHttpClient();
    private TestRedis redis;
    private Server server;

    @BeforeEach
    void start() throws Exception {
        redis = TestRedis.start();
        System.setProperty(REDIS_URL, redis.url());
        server = ResteasyExample.start(0);
    }

    @AfterEach
    void stop() throws Exception {
        server.stop();
        System.clearProperty(REDIS_URL);
        redis.close();
    }

    @Test
    void theSixthCallIsRefused_whenTheFileAllowsFive() throws Exception {
        assertThat(firstCounted().headers().firstValue("RateLimit-Policy")).hasValue("\"notes\";q=5;w=10");
        for (int call = 2; call <= 5; call++) {
            assertThat(send("GET").statusCode()).isEqualTo(200);
        }
        assertRefused(send("GET"), "notes\"]");
    }

    @Test
    void theThirdCallIsRefused_whenTheAnnotationAllowsTwo() throws Exception {
        firstCounted();
        for (int call = 1; call <= 2; call++) {
            HttpResponse<String> answer = send("POST");
            assertThat(answer.statusCode()).isEqualTo(200);
            assertThat(answer.headers().allValues("RateLimit-Policy")).anyMatch(policy -> policy.endsWith(";q=2;w=60"));
        }
        assertRefused(send("POST"), "Notes-add-");
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
        URI address = URI.create(
                "http://127.0.0.1:" + ((ServerConnector) server.getConnectors()[0]).getLocalPort() + "/notes");
        HttpRequest request = HttpRequest.newBuilder(address)
                .method(method, BodyPublishers.noBody())
                .build();
        return client.send(request, BodyHandlers.ofString());
    }
}
