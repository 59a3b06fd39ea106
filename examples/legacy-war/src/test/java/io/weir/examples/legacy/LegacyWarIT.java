package io.weir.examples.legacy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.weir.examples.legacy.Container.Deployed;
import io.weir.testing.TestRedis;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The WAR that the build made, deployed as an administrator would. */
class LegacyWarIT {

    private static final Path WAR = Path.of("target", "legacy.war");
    private static final String REDIS_URL = "REDIS_URL";

    private final HttpClient client = HttpClient.newHttpClient();

    @TempDir
    private Path scratch;

    @BeforeAll
    static void nameTheRedis() {
        System.setProperty(REDIS_URL, TestRedis.shared().url());
    }

    @AfterAll
    static void forgetTheRedis() {
        System.clearProperty(REDIS_URL);
    }

    @ParameterizedTest
    @EnumSource
    void call101IsRefused_whenWebXmlAllows100(Container container) throws Exception {
        try (Deployed legacy = container.deploy(WAR, "/on-" + container, scratch)) {
            HttpResponse<String> page = firstCounted(legacy);
            assertThat(page.statusCode()).isEqualTo(200);
            assertThat(page.body()).contains("<h1>Legacy</h1>");
            assertThat(page.headers().firstValue("RateLimit-Policy")).hasValue("\"default\";q=100;w=60");

            for (int call = 2; call <= 100; call++) {
                HttpResponse<String> quote = get(legacy, "/quote");
                assertThat(quote.statusCode()).isEqualTo(200);
                assertThat(quote.body()).isEqualToIgnoringNewLines("WEIR 42.17");
                assertThat(quote.headers().firstValue("RateLimit").orElseThrow())
                        .startsWith("\"default\";r=" + (100 - call) + ";t=");
            }

            HttpResponse<String> refused = get(legacy, "/quote");
            assertThat(refused.statusCode()).isEqualTo(429);
            assertThat(refused.headers().firstValue("Content-Type").orElseThrow())
                    .startsWith("application/problem+json");
            assertThat(refused.headers().firstValueAsLong("Retry-After").orElseThrow())
                    .isBetween(1L, 60L);
            assertThat(refused.headers().firstValue("X-RateLimit-Remaining")).hasValue("0");
            assertThat(refused.body()).contains("\"status\":429", "\"violated-policies\":[\"default\"]");
            assertThat(get(legacy, "/no-such-page").statusCode()).isEqualTo(429);
        }
    }

    @Test
    void containersShareOneWindow_whenTheyShareOneRedis() throws Exception {
        try (Deployed one = Container.TOMCAT.deploy(WAR, "/shared", scratch);
                Deployed other = Container.JETTY.deploy(WAR, "/shared", scratch)) {
            firstCounted(one);
            firstCounted(other);
            for (int call = 3; call <= 100; call++) {
                assertThat(get(call <= 50 ? one : other, "/quote").statusCode()).isEqualTo(200);
            }
            assertThat(get(one, "/quote").statusCode()).isEqualTo(429);
            assertThat(get(other, "/quote").statusCode()).isEqualTo(429);
        }
    }

    /** The first request that is counted: on a busy machine a container may be up before it has reached Redis. */
    private HttpResponse<String> firstCounted(Deployed application) {
        return await().atMost(Duration.ofSeconds(30))
                .until(
                        () -> get(application, "/"),
                        page -> page.headers().firstValue("RateLimit").isPresent());
    }

    private HttpResponse<String> get(Deployed application, String path) throws Exception {
        URI address = URI.create(application.address() + path);
        return client.send(HttpRequest.newBuilder(address).build(), BodyHandlers.ofString());
    }
}
