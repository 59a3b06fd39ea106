package io.weir.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.Limit;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * The part of {@link HttpAdapterContract} that depends on how a server reads paths: to be run once for every way in which
 * it can be set up to.
 */
public abstract class SpellingContract extends HttpAdapterFixture {

    /** Ways to write {@code /api/login}. Not every container routes each of them to the handler; some refuse a few. */
    private static final List<String> SPELLINGS = List.of(
            "/api/login",
            "/api//login",
            "//api/login",
            "/api/login/",
            "/api/login//",
            "/api/login/.",
            "/api/./login",
            "/./api/login",
            "/api/x/../login",
            "/../api/login",
            "/api/%6Cogin",
            "/api/%6cogin",
            "/%61pi/login",
            "/api/%2e/login",
            "/api/x/%2e%2e/login",
            "/api/x/.%2E/login",
            "/api%2Flogin",
            "/api/%2Flogin",
            "/api/login%2F",
            "/api/x%2F..%2Flogin",
            "/api/%256Cogin",
            "/api/login;jsessionid=1",
            "/api/login;",
            "/api/login/;a=b",
            "/api;a=b/login",
            "/;a=b/api/login",
            "/api/;/login",
            "/api/.;a/login",
            "/api/x/..;a/login",
            "/api/login%3Ba=b",
            "/api/login%00",
            "/api/login%20",
            "/api/login%09",
            "/api/LOGIN",
            "/API/login",
            "/api\\login",
            "/api%5Clogin",
            "/api/login.",
            "/api/login?",
            "/api/login?a=b",
            "/api/login?/../x",
            "/api/login#x");

    /** Ways to write {@code /api/login} so that it looks as if it were excluded. */
    private static final List<String> DISGUISES = List.of(
            "/health/../api/login",
            "/static/../api/login",
            "/static/x/../../api/login",
            "/static/..;/api/login",
            "/static/..;a=b/api/login",
            "/static/%2e%2e/api/login",
            "/static/.%2E/api/login",
            "/static%2F..%2Fapi/login",
            "/static%2f%2e%2e%2fapi%2flogin",
            "/static/..%2Fapi/login",
            "/static/..%5Capi/login",
            "/static\\..\\api/login",
            "/static/..//api/login",
            "/static//../api/login",
            "/static%00/../api/login",
            "/static;/../api/login",
            "/api/login/../../health",
            "/api/login/..;/..;/health",
            "/api/login/%2e%2e/%2e%2e/health",
            "/api/login/..%2F..%2Fhealth",
            "/api/login%2F..%2F..%2Fhealth",
            "/api/login%2f%2e%2e%2f%2e%2e%2fhealth",
            "/api/login/%2F..%2F../..%2Fhealth",
            "/api/login/..%5C..%5Chealth",
            "/api/login\\..\\..\\health",
            "/api/login/..%2F..%2Fstatic/a",
            "/api/login%2F..%2F..%2Fstatic%2Fa",
            "/api/login;/health",
            "/api/login%3B/../../health",
            "/api/login/%00/../../../health",
            "/api/login?/../../health",
            "/api/login#/../../health",
            "/./api/login/",
            "//api//login//");

    @Test
    void noSpellingIsExcluded_whenItReachesTheHandler() throws Exception {
        RawHttp unlimited = serve(gate(byClock()));
        List<String> reaching = DISGUISES.stream()
                .filter(target -> unlimited.get(target).body().equals("login"))
                .toList();
        assertThat(reaching).contains("/api/login?/../../health");

        Rule all = Rule.named("all")
                .key(ClientKey.parse("global"))
                .limit(Limit.parse("0/1m"))
                .build();
        RawHttp closed = serve(gate(byClock(), all).exclude("/health", "/static/**"));
        for (String target : reaching) {
            assertThat(closed.get(target).status()).as(target).isEqualTo(429);
        }
        Rule login = Rule.named("login")
                .paths("/api/login/**")
                .key(ClientKey.parse("global"))
                .limit(Limit.parse("0/1m"))
                .build();
        RawHttp guarded = serve(gate(byClock(), login).exclude("/health", "/static/**"));
        for (String target : reaching) {
            assertThat(guarded.get(target).status()).as(target).isEqualTo(429);
        }
    }

    @Test
    void spellingsShareOneBudget_whenTheyReachTheHandler() throws Exception {
        RawHttp unlimited = serve(gate(byClock()));
        List<String> reaching = SPELLINGS.stream()
                .filter(target -> unlimited.get(target).body().equals("login"))
                .toList();
        assertThat(reaching).contains("/api/login", "/api/login?a=b");

        Rule.Builder login =
                Rule.named("login").paths("/api/login").methods("GET").key(ClientKey.parse("global"));
        RawHttp counting = serveInRedis(login.limit(Limit.parse(reaching.size() + 1 + "/1m")));
        int left = reaching.size();
        assertThat(counting.send("HEAD", "/api/login"))
                .returns(Integer.toString(left--), HttpAdapterFixture::remaining);
        for (String target : reaching) {
            assertThat(remaining(counting.get(target))).as(target).isEqualTo(Integer.toString(left--));
        }
        for (String target : SPELLINGS) {
            assertThat(counting.get(target).body()).as(target).isNotEqualTo("login");
        }
    }
}
