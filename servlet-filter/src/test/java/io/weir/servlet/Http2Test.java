package io.weir.servlet;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.Limit;
import io.weir.http.ClientKey;
import io.weir.http.HttpGate;
import io.weir.http.Rule;
import io.weir.redis.RedissonRateLimiter;
import io.weir.testing.TestRedis;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.redisson.api.RedissonClient;

/** Many requests at once on one connection. */
class Http2Test extends ServletTest {

    private static final int REQUESTS = 200;

    private final RedissonClient redis = TestRedis.shared().client();

    /** Protocol and client port of every request: one entry for each connection. */
    private final Set<String> connections = ConcurrentHashMap.newKeySet();

    @AfterEach
    void disconnect() {
        redis.shutdown();
    }

    @ParameterizedTest
    @EnumSource
    void exactlyTheLimitIsAdmitted_whenManyStreamsOfOneConnectionAskAtOnce(Container container) throws Exception {
        URI server = address(container.start(context -> {
            StandardRoutes.add(context);
            StandardRoutes.add(context, "connections", this::noteConnection);
            StandardRoutes.add(context, "limits", new RateLimitFilter(tenPerMinute()));
        }));
        HttpClient client =
                HttpClient.newBuilder().version(HttpClient.Version.HTTP_2).build();
        // Without TLS the first request asks for HTTP/2; the others share the connection that it has turned.
        HttpResponse<String> first =
                client.send(HttpRequest.newBuilder(server.resolve("/other")).build(), BodyHandlers.ofString());
        assertThat(first.version()).isEqualTo(HttpClient.Version.HTTP_2);
        assertThat(first.body()).isEqualTo("other");
        connections.clear();

        HttpRequest request = HttpRequest.newBuilder(server.resolve("/api/x"))
                .timeout(Duration.ofSeconds(60))
                .build();
        List<CompletableFuture<HttpResponse<String>>> sent = Stream.generate(
                        () -> client.sendAsync(request, BodyHandlers.ofString()))
                .limit(REQUESTS)
                .toList();
        List<HttpResponse<String>> responses =
                sent.stream().map(CompletableFuture::join).toList();

        assertThat(connections).singleElement().asString().startsWith("HTTP/2");
        assertThat(responses).extracting(HttpResponse::version).containsOnly(HttpClient.Version.HTTP_2);
        assertThat(responses)
                .filteredOn(response -> response.statusCode() == 200)
                .hasSize(10)
                .extracting(HttpResponse::body)
                .containsOnly("x");
        assertThat(responses)
                .filteredOn(response -> response.statusCode() == 429)
                .hasSize(REQUESTS - 10)
                .allSatisfy(Http2Test::assertRefused);
    }

    private static void assertRefused(HttpResponse<String> response) {
        assertThat(response.headers().allValues("content-type")).containsExactly("application/problem+json");
        assertThat(response.headers().allValues("ratelimit-policy")).containsExactly("\"api\";q=10;w=60");
        assertThat(response.headers().firstValue("ratelimit").orElseThrow())
                .matches("\"api\";r=0;t=([1-9]|[1-5]\\d|60)");
        assertThat(response.headers().firstValue("retry-after").orElseThrow()).matches("[1-9]|[1-5]\\d|60");
        assertThat(response.body()).startsWith("{\"type\":").endsWith("\"violated-policies\":[\"api\"]}");
    }

    private HttpGate tenPerMinute() {
        Rule rule = Rule.named("api")
                .paths("/api/**")
                .key(ClientKey.parse("global"))
                .limit(Limit.parse("10/1m"))
                .build();
        return HttpGate.builder()
                .application("http2-" + UUID.randomUUID().toString().substring(0, 8))
                .limiter(RedissonRateLimiter.create(redis, Duration.ofSeconds(30)))
                .rule(rule)
                .build();
    }

    private void noteConnection(ServletRequest request, ServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        connections.add(request.getProtocol() + " from port " + request.getRemotePort());
        chain.doFilter(request, response);
    }
}
