package io.weir.servlet;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.weir.Limit;
import io.weir.http.ClientKey;
import io.weir.http.HttpCall;
import io.weir.http.HttpGate;
import io.weir.http.RawHttp;
import io.weir.http.Rule;
import io.weir.local.LocalRateLimiter;
import io.weir.testing.TestRedis;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tiers by a role that the container knows, and by code. */
class TierTest extends ServletTest {

    @TempDir
    Path folder;

    @ParameterizedTest
    @EnumSource
    void usersWithTheRoleHaveTheLimitsOfTheTier_whenTheFileSaysSo(Container container) throws Exception {
        WebApp application = WebApp.in(
                        folder,
                        WebApp.login(),
                        WebApp.filter("limits", Map.of()),
                        WebApp.servlet(StandardRoutes.X.class, "/x"))
                .with("WEB-INF/rate-limits.yaml", """
                        redis: %s
                        deadline: 10s
                        on-failure: deny
                        rules:
                          - name: api
                            key: user
                            tiers:
                              - { role: gold, limits: 4/1h }
                            limits: 2/1h
                        """.formatted(
                                TestRedis.shared().url()));
        RawHttp http = deploy(
                container, application, "/app-" + UUID.randomUUID().toString().substring(0, 8));
        assertThat(http.get("/x").status()).isEqualTo(401);
        await("Redis").until(() -> http.get("/x", as("peter")).status() == 200);
        assertThat(statuses(http, as("peter"))).containsExactly(200, 429, 429, 429, 429);
        assertThat(statuses(http, as("gina"))).containsExactly(200, 200, 200, 200, 429);
        assertThat(http.get("/x", as("gina")).value("RateLimit-Policy")).isEqualTo("\"api\";q=4;w=3600");
        assertThat(http.get("/x", as("peter")).value("RateLimit-Policy")).isEqualTo("\"api\";q=2;w=3600");
    }

    private static String as(String user) {
        String login = user + ":" + Container.PASSWORD;
        return "Authorization: Basic " + Base64.getEncoder().encodeToString(login.getBytes(US_ASCII));
    }

    private static List<Integer> statuses(RawHttp http, String line) {
        return IntStream.range(0, 5)
                .mapToObj(i -> http.get("/x", line).status())
                .toList();
    }

    @ParameterizedTest
    @EnumSource
    void resolverNamesTheTier_andAChangedOneHoldsOnTheNextRequest(Container container) throws Exception {
        Map<String, String> tiers = new ConcurrentHashMap<>(Map.of("a", "gold", "b", "unknown"));
        Rule rule = Rule.named("api")
                .key(ClientKey.parse("header:X-Api-Key"))
                .tier("gold", List.of(Limit.parse("3/1h")))
                .tierResolver(call -> tiers.get(apiKey(call)))
                .limit(Limit.parse("1/1h"))
                .build();
        HttpGate gate =
                HttpGate.builder().limiter(LocalRateLimiter.create()).rule(rule).build();
        RawHttp http = start(container, context -> {
            StandardRoutes.add(context, new StandardRoutes.X(), "/x");
            StandardRoutes.add(context, "limits", new RateLimitFilter(gate));
        });
        assertThat(statuses(http, "X-Api-Key: a")).containsExactly(200, 200, 200, 429, 429);
        assertThat(statuses(http, "X-Api-Key: b")).containsExactly(200, 429, 429, 429, 429);
        assertThat(statuses(http, "X-Api-Key: c")).containsExactly(200, 429, 429, 429, 429);
        tiers.put("b", "gold");
        assertThat(statuses(http, "X-Api-Key: b")).containsExactly(200, 200, 429, 429, 429);
    }

    private static String apiKey(HttpCall call) {
        return String.join(",", call.headerLines("X-Api-Key"));
    }
}
