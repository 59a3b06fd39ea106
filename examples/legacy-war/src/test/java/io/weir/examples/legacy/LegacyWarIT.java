package io.weir.examples.legacy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.weir.examples.legacy.Container.Server;
import io.weir.testing.TestRedis;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The WAR that the build made, deployed as an administrator would, on two containers beside one Redis. */
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

    /** Deploying is slow, for each web application loads its own jars: hence one test, which sees all that is promised. */
    @Test
    void tomcatAndJettyAnswer100CallsAndRefuseTheNext_whenOneWebXmlAllows100() throws Exception {
        try (Server tomcat = Container.TOMCAT.start(scratch);
                Server jetty = Container.JETTY.start(scratch)) {
            tomcat.deploy(WAR, "/legacy");
            jetty.deploy(WAR, "/legacy");
            assertPage(firstCounted(tomcat));
            assertPage(firstCounted(jetty));
            for (int call = 3; call <= 100; call++) {
                assertQuote(get(call % 2 == 0 ? tomcat : jetty, "/quote"), 100 - call);
            }
            for (Server container : List.of(tomcat, jetty)) {
                assertRefused(get(container, "/quote"));
                assertRefused(get(container, "/"));
                assertRefused(get(container, "/no-such-page"));
            }
        }
    }

    private static void assertPage(HttpResponse<String> page) {
        assertThat(page.statusCode()).isEqualTo(200);
        assertThat(page.body()).contains("<h1>Legacy</h1>");
        assertThat(page.headers().firstValue("RateLimit-Policy")).hasValue("\"default\";q=100;w=60");
    }

    private static void assertQuote(HttpResponse<String> quote, int remaining) {
        assertThat(quote.statusCode()).isEqualTo(200);
        assertThat(quote.body()).isEqualToIgnoringNewLines("WEIR 42.17");
        assertThat(quote.headers().firstValue("RateLimit").orElseThrow())
                .startsWith("\"default\";r=" + remaining + ";t=");
    }

    private static void assertRefused(HttpResponse<String> refused) {
        assertThat(refused.statusCode()).isEqualTo(429);
        assertThat(refused.headers().firstValue("Content-Type").orElseThrow()).startsWith("application/problem+json");
        assertThat(refused.headers().firstValueAsLong("Retry-After").orElseThrow())
                .isBetween(1L, 60L);
        assertThat(refused.headers().firstValue("X-RateLimit-Remaining")).hasValue("0");
        assertThat(refused.body()).contains("\"status\":429", "\"violated-policies\":[\"default\"]");
    }

    /** The first request that is counted: on a busy machine a container may be up before it has reached Redis. */
    private HttpResponse<String> firstCounted(Server container) {
        return await().atMost(Duration.ofSeconds(30))
                .until(
                        () -> get(container, "/"),
                        page -> page.headers().firstValue("RateLimit").isPresent());
    }

    private HttpResponse<String> get(Server container, String path) throws Exception {
        URI address = URI.create(container.address() + "/legacy" + path);
        return client.send(HttpRequest.newBuilder(address).build(), BodyHandlers.ofString());
    }
}
