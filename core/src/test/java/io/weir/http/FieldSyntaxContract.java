package io.weir.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.Algorithm;
import io.weir.Limit;
import io.weir.http.RawHttp.Response;
import io.weir.http.StructuredFields.Member;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The part of {@link HttpAdapterContract} that says what the fields are to somebody who only knows RFC 9651. */
abstract class FieldSyntaxContract extends SpellingContract {

    private static final Limit LARGEST =
            new Limit("largest", Limit.MAX_PERMITS, Limit.MAX_WINDOW, Algorithm.slidingWindowLog());

    @Test
    void fieldsAreStructured_whenAdmittedAndWhenRefused() throws Exception {
        RawHttp http = serveByClock(api("1/60s"));
        assertSays(http.get("/api/x"), 200, "RateLimit-Policy", member("api", "q", 1, "w", 60));
        assertSays(http.get("/api/x"), 429, "RateLimit-Policy", member("api", "q", 1, "w", 60));
        assertSays(http.get("/api/x"), 429, "RateLimit", member("api", "r", 0, "t", 60));
        assertThat(http.get("/other").has("RateLimit-Policy")).isFalse();
    }

    @Test
    void fieldsAreStructured_whenRuleHasTwoLimits() throws Exception {
        RawHttp http = serveByClock(api("1/10s", "1000/1d"));
        Member burst = member("api-10s", "q", 1, "w", 10);
        Member daily = member("api-1d", "q", 1000, "w", 86_400);
        Response admitted = http.get("/api/x");
        assertSays(admitted, 200, "RateLimit-Policy", burst, daily);
        assertSays(
                admitted,
                200,
                "RateLimit",
                member("api-10s", "r", 0, "t", 10),
                member("api-1d", "r", 999, "t", 86_400));
        Response refused = http.get("/api/x");
        assertSays(refused, 429, "RateLimit-Policy", burst, daily);
        assertSays(refused, 429, "RateLimit", member("api-10s", "r", 0, "t", 10));
    }

    @Test
    void fieldsAreStructured_whenSeveralRulesApply() throws Exception {
        Rule all = Rule.named("all")
                .key(ClientKey.parse("global"))
                .limit(Limit.parse("3/1m"))
                .build();
        RawHttp http = serve(gate(byClock(), api("5/1m").build(), all));
        Response response = http.get("/api/x");
        assertSays(response, 200, "RateLimit-Policy", member("api", "q", 5, "w", 60), member("all", "q", 3, "w", 60));
        assertSays(response, 200, "RateLimit", member("api", "r", 4, "t", 60), member("all", "r", 2, "t", 60));
    }

    @Test
    void fieldsAreStructured_whenWindowIsUnderASecond() throws Exception {
        RawHttp http = serveByClock(api("1/500ms"));
        assertSays(http.get("/api/x"), 200, "RateLimit-Policy", member("api", "q", 1));
        assertSays(http.get("/api/x"), 429, "RateLimit", member("api", "r", 0, "t", 1));
    }

    @Test
    void fieldsAreStructured_whenLimitIsZero() throws Exception {
        RawHttp http = serveByClock(api("0/60s"));
        assertSays(http.get("/api/x"), 429, "RateLimit-Policy", member("api", "q", 0, "w", 60));
        assertSays(http.get("/api/x"), 429, "RateLimit", member("api", "r", 0));
    }

    @Test
    void fieldsAreStructured_whenNumbersAreTheLargest() throws Exception {
        RawHttp http = serveByClock(api().limit(LARGEST));
        Response response = http.get("/api/x");
        assertSays(response, 200, "RateLimit-Policy", member("largest", "q", 999_999_999_999_999L, "w", 31_622_400));
        assertSays(response, 200, "RateLimit", member("largest", "r", 999_999_999_999_998L, "t", 31_622_400));
    }

    @Test
    void fieldsAreStructured_whenRulesInShadowAreTold() throws Exception {
        RawHttp http = serve(gate(byClock(), api("1/60s").shadow().build()).fields(List.of(FieldFamily.SHADOW)));
        assertSays(http.get("/api/x"), 200, "RateLimit-Shadow", member("api", "r", 0, "t", 60));
        assertSays(
                http.get("/api/x"),
                200,
                "RateLimit-Shadow",
                new Member("api", Map.of("r", 0L, "t", 60L), List.of("denied")));
    }

    private static void assertSays(Response response, int status, String field, Member... members) {
        assertThat(response.status()).isEqualTo(status);
        assertThat(StructuredFields.members(response.value(field))).as(field).containsExactly(members);
    }

    private static Member member(String name, String first, long one) {
        return new Member(name, Map.of(first, one), List.of());
    }

    private static Member member(String name, String first, long one, String second, long other) {
        return new Member(name, Map.of(first, one, second, other), List.of());
    }
}
