package io.weir.servlet;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.Limit;
import io.weir.http.ClientKey;
import io.weir.http.HttpGate;
import io.weir.http.RawHttp;
import io.weir.http.RawHttp.Response;
import io.weir.http.Rule;
import io.weir.local.LocalRateLimiter;
import io.weir.testing.NoNames;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.security.Principal;
import java.util.UUID;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Keys that only the container can answer: user, session and address. */
class WhoIsAskingTest extends ServletTest {

    private RawHttp limitedBy(String key, Container container) throws Exception {
        return start(container, context -> {
            StandardRoutes.add(context);
            StandardRoutes.add(context, new OpenSession(), "/open");
            StandardRoutes.add(context, "authentication", WhoIsAskingTest::authenticate);
            StandardRoutes.add(context, "limits", new RateLimitFilter(gate("2/1m", key, "/api/**")));
        });
    }

    /** As security frameworks do it: a wrapper that knows the user. */
    private static void authenticate(ServletRequest request, ServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        String user = ((HttpServletRequest) request).getHeader("X-User");
        chain.doFilter(
                new HttpServletRequestWrapper((HttpServletRequest) request) {
                    @Override
                    public Principal getUserPrincipal() {
                        return user == null ? null : () -> user;
                    }
                },
                response);
    }

    @ParameterizedTest
    @EnumSource
    void usersHaveTheirOwnBudget_whenTheyShareAnAddress(Container container) throws Exception {
        RawHttp http = limitedBy("user | ip", container);
        for (String line : new String[] {"X-User: a", "X-User: b", "X-User: 127.0.0.1", "X-Nobody: true"}) {
            assertThat(remaining(http.get("/api/x", line))).as(line).isEqualTo("1");
            assertThat(remaining(http.get("/api/x", line))).as(line).isEqualTo("0");
            assertThat(http.get("/api/x", line).status()).as(line).isEqualTo(429);
        }
    }

    /** Three a user, and a rule on addresses for those who never become one. */
    @ParameterizedTest
    @EnumSource
    void badLoginsAreLimited_whenUsersOfTheAddressHaveTheirOwnBudgets(Container container) throws Exception {
        Rule users = Rule.named("users")
                .paths("/api/x")
                .key(ClientKey.parse("user"))
                .limit(Limit.parse("3/10m"))
                .build();
        Rule logins = Rule.named("logins")
                .paths("/api/login")
                .key(ClientKey.parse("ip"))
                .limit(Limit.parse("3/10m"))
                .build();
        HttpGate gate = HttpGate.builder()
                .limiter(LocalRateLimiter.create())
                .rule(users)
                .rule(logins)
                .build();
        RawHttp http = start(container, context -> {
            StandardRoutes.add(context);
            StandardRoutes.add(context, "authentication", WhoIsAskingTest::authenticate);
            StandardRoutes.add(context, "limits", new RateLimitFilter(gate));
        });
        for (String user : new String[] {"X-User: a", "X-User: b"}) {
            for (int i = 0; i < 3; i++) {
                assertThat(http.get("/api/x", user).status()).as(user).isEqualTo(200);
            }
            assertThat(http.get("/api/x", user).status()).as(user).isEqualTo(429);
        }
        for (int login = 0; login < 20; login++) {
            assertThat(http.post("/api/login").status()).isEqualTo(login < 3 ? 401 : 429);
        }
    }

    @ParameterizedTest
    @EnumSource
    void sessionsHaveTheirOwnBudget_andMadeUpOnesShareThatOfTheAddress(Container container) throws Exception {
        RawHttp http = limitedBy("session", container);
        String one = "Cookie: " + sessionCookie(http);
        String other = "Cookie: " + sessionCookie(http);
        assertThat(remaining(http.get("/api/x", one))).isEqualTo("1");
        assertThat(remaining(http.get("/api/x", one))).isEqualTo("0");
        assertThat(remaining(http.get("/api/x", other))).isEqualTo("1");

        assertThat(remaining(http.get("/api/x"))).isEqualTo("1");
        assertThat(remaining(http.get("/api/x", "Cookie: JSESSIONID=made-up"))).isEqualTo("0");
        assertThat(http.get("/api/x", "Cookie: JSESSIONID=again").status()).isEqualTo(429);
        assertThat(http.get("/api/x;jsessionid=again").status()).isEqualTo(429);
        assertThat(http.get("/api/x", one).status()).isEqualTo(429);
    }

    @ParameterizedTest
    @EnumSource
    void noSessionIsMade_whenRuleLooksAtIt(Container container) throws Exception {
        RawHttp http = limitedBy("session", container);
        assertThat(http.get("/api/x").has("Set-Cookie")).isFalse();
    }

    private RawHttp behindTrustedProxy(Container container) throws Exception {
        HttpGate gate = HttpGate.builder()
                .application("proxy-" + UUID.randomUUID().toString().substring(0, 8))
                .limiter(LocalRateLimiter.create())
                .trustedProxies("127.0.0.1", "::1")
                .rule(Rule.named("api")
                        .key(ClientKey.parse("ip"))
                        .limit(Limit.parse("3/10m"))
                        .build())
                .build();
        return start(container, context -> {
            StandardRoutes.add(context);
            StandardRoutes.add(context, "limits", new RateLimitFilter(gate));
        });
    }

    @ParameterizedTest
    @EnumSource
    void whatAProxyAppendsIsTheClient_whateverTheClientWroteBefore(Container container) throws Exception {
        RawHttp http = behindTrustedProxy(container);
        assertThat(http.get("/api/x", "X-Forwarded-For: 1.2.3.4, 203.0.113.7").status())
                .isEqualTo(200);
        assertThat(http.get("/api/x", "X-Forwarded-For: 5.6.7.8, 203.0.113.7").status())
                .isEqualTo(200);
        assertThat(http.get("/api/x", "X-Forwarded-For: 9.9.9.9", "X-Forwarded-For: 203.0.113.7")
                        .status())
                .isEqualTo(200);
        assertThat(http.get("/api/x", "X-Forwarded-For: " + UUID.randomUUID() + ", 203.0.113.7")
                        .status())
                .isEqualTo(429);
        assertThat(http.get("/api/x", "X-Forwarded-For: 203.0.113.8").status()).isEqualTo(200);
    }

    @ParameterizedTest
    @EnumSource
    void portsAndSpellingsMakeNoNewClient(Container container) throws Exception {
        RawHttp http = behindTrustedProxy(container);
        for (int port = 50_001; port <= 50_003; port++) {
            assertThat(http.get("/api/x", "X-Forwarded-For: 203.0.113.7:" + port)
                            .status())
                    .isEqualTo(200);
        }
        assertThat(http.get("/api/x", "X-Forwarded-For: 203.0.113.7:50004").status())
                .isEqualTo(429);
        for (String spelling :
                new String[] {"[2001:db8::1]:443", "2001:db8::1", "2001:DB8:0::0:1", "2001:db8:0:ff::2"}) {
            http.get("/api/x", "X-Forwarded-For: " + spelling);
        }
        assertThat(http.get("/api/x", "X-Forwarded-For: 2001:db8::1").status()).isEqualTo(429);
        assertThat(http.get("/api/x", "X-Forwarded-For: 2001:db8:0:100::1").status())
                .isEqualTo(200);
    }

    @ParameterizedTest
    @EnumSource
    void textThatIsNoAddressMakesTheProxyTheClient_never500_andNoNameIsResolved(Container container) throws Exception {
        RawHttp http = behindTrustedProxy(container);
        try (NoNames names = NoNames.install()) {
            for (String text : new String[] {"proxy.example", "unknown", "1.2.3"}) {
                assertThat(http.get("/api/x", "X-Forwarded-For: " + text).status())
                        .as(text)
                        .isEqualTo(200);
            }
            for (String text : new String[] {"", "localhost", "[proxy.example]:80", "0x7f000001", "x".repeat(4000)}) {
                assertThat(http.get("/api/x", "X-Forwarded-For: " + text).status())
                        .as(text)
                        .isEqualTo(429);
            }
            assertThat(http.get("/api/x").status()).isEqualTo(429);
            assertThat(http.get("/api/x", "X-Forwarded-For: " + "x".repeat(8192))
                            .status())
                    .as("more than a container takes by default")
                    .isBetween(400, 499);
            assertThat(names.questions()).isEmpty();
        }
    }

    @ParameterizedTest
    @EnumSource
    void forwardedHeaderIsNotBelieved_whenKeyIsTheAddress(Container container) throws Exception {
        RawHttp http = limitedBy("ip", container);
        assertThat(remaining(http.get("/api/x", "X-Forwarded-For: 203.0.113.1")))
                .isEqualTo("1");
        assertThat(remaining(http.get("/api/x", "X-Forwarded-For: 203.0.113.2")))
                .isEqualTo("0");
    }

    private static String sessionCookie(RawHttp http) {
        Response response = http.get("/open");
        return response.value("Set-Cookie").split(";", 2)[0];
    }

    private static final class OpenSession extends HttpServlet {

        private static final long serialVersionUID = 1L;

        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
            response.getWriter().print(request.getSession().isNew());
        }
    }
}
