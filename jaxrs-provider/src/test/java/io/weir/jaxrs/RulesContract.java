package io.weir.jaxrs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.weir.Limit;
import io.weir.http.HttpGate;
import io.weir.http.RawHttp;
import io.weir.http.Rule;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

/** The part of {@link ProviderContract} about rules that depend on the user or the response, or change meanwhile. */
abstract class RulesContract extends ProviderFixture {

    // Tiers.

    @Test
    void usersWithTheRoleHaveTheLimitsOfTheTier_whenAFilterAuthenticatesThem() throws Exception {
        Rule.Builder rule = rule("all", "user", "1/1m").tier("gold", List.of(Limit.parse("3/1m")));
        RawHttp http = serve(StandardResource.class, new HeaderLogin(), feature(rule));
        assertThat(statuses(4, http, "GET", "/api/x", "X-User: a", "X-Role: gold"))
                .containsExactly(200, 200, 200, 429);
        assertThat(statuses(2, http, "GET", "/api/x", "X-User: b", "X-Role: silver"))
                .containsExactly(200, 429);
        assertThat(statuses(2, http, "GET", "/api/x", "X-User: c")).containsExactly(200, 429);
    }

    @Test
    void roleIsKnown_whenNothingButTheTierNeedsAUser() throws Exception {
        Rule.Builder rule = rule("all", "global", "1/1m").tier("gold", List.of(Limit.parse("3/1m")));
        RawHttp http = serve(StandardResource.class, new HeaderLogin(), feature(rule));
        assertThat(statuses(4, http, "GET", "/api/x", "X-User: a", "X-Role: gold"))
                .containsExactly(200, 200, 200, 429);
    }

    @Test
    void resolverNamesTheTier_andAChangedOneHoldsOnTheNextRequest() throws Exception {
        Map<String, String> tiers = new ConcurrentHashMap<>(Map.of("a", "unknown"));
        Rule.Builder rule = rule("all", "header:X-Api-Key", "1/1m")
                .tier("gold", List.of(Limit.parse("3/1m")))
                .tierResolver(call -> tiers.get(String.join(",", call.headerLines("X-Api-Key"))));
        RawHttp http = serve(StandardResource.class, feature(rule));
        assertThat(statuses(2, http, "GET", "/api/x", "X-Api-Key: a")).containsExactly(200, 429);
        tiers.put("a", "gold");
        assertThat(statuses(3, http, "GET", "/api/x", "X-Api-Key: a")).containsExactly(200, 200, 429);
    }

    // Reload.

    @Test
    void reloadedRuleHoldsOnTheNextRequest_whenAnAnnotationNamesIt() throws Exception {
        HttpGate gate = gate(reports("1/1m"));
        RawHttp http = serve(Resources.Naming.class, RateLimitFeature.of(gate));
        assertThat(statuses(2, http, "GET", "/naming/named")).containsExactly(200, 429);

        gate.reload(HttpGate.builder().rule(reports("3/1m").build()));
        assertThat(http.get("/naming/named").value("RateLimit")).startsWith("\"reports\";r=1;");
        assertThat(statuses(2, http, "GET", "/naming/named")).containsExactly(200, 429);

        gate.reload(HttpGate.builder());
        assertThat(http.get("/naming/named").status())
                .as("what an annotation names and is gone holds on")
                .isEqualTo(429);
    }

    private static Rule.Builder reports(String limit) {
        return rule("reports", "global", limit).paths();
    }

    // Key path.

    @Test
    void templateIsTheKey_neverWhatStandsInItsPlace() throws Exception {
        RawHttp http = serve(SubResources.Limited.class, Resources.Users.class, feature(rule("all", "path", "2/1m")));
        assertThat(statuses(3, http, "GET", "/users/1")).containsExactly(200, 200, 429);
        assertThat(http.get("/users/2").status()).isEqualTo(429);
        assertThat(http.get("/users/3;a=b/").status()).isEqualTo(429);
        assertThat(statuses(2, http, "GET", "/users/3/orders")).containsOnly(200);
        assertThat(http.get("/users/4/orders").status()).isEqualTo(429);
        assertThat(statuses(2, http, "GET", "/limited/free/more")).containsOnly(200);
        assertThat(http.get("/limited/free").status()).isEqualTo(200);
        assertThat(http.get("/limited/free/more").status()).isEqualTo(429);
        assertThat(statuses(3, http, "GET", "/none")).containsExactly(404, 404, 429);
        assertThat(http.get("/none/either").status()).as("what has no template").isEqualTo(429);
    }

    // Count by response.

    private final List<Integer> heard = new CopyOnWriteArrayList<>();

    private RawHttp serveHearing() throws Exception {
        Rule.Builder rule = rule("all", "global", "99/1m").count(heard::add);
        return serve(StatusResource.class, new StatusResource.Mapper(), feature(rule));
    }

    @Test
    void statusThatTheClientGetsIsHeardOnce_howeverTheApplicationComesToIt() throws Exception {
        RawHttp http = serveHearing();
        Map<String, Integer> ways = Map.of("returned", 401, "thrown", 401, "mapped", 409, "unmapped", 500, "none", 404);
        ways.forEach((way, status) -> {
            heard.clear();
            assertThat(http.get("/status/" + way).status()).as(way).isEqualTo(status);
            await(way).until(() -> !heard.isEmpty()); // Jersey tells Grizzly of an exception first
            assertThat(heard).as(way).containsExactly(status);
        });
    }

    /** It is written after the filters; a rule that has heard of the first response does not hear of the second. */
    @Test
    void statusOfTheResponseIsHeard_whenItsBodyCannotBeWritten() throws Exception {
        assertThat(serveHearing().get("/status/unwritable").status()).isEqualTo(500);
        assertThat(heard).containsExactly(200);
    }
}
