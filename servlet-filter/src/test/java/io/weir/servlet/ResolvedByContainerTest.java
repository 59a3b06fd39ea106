package io.weir.servlet;

import static org.assertj.core.api.Assertions.assertThat;

import io.undertow.server.handlers.ProxyPeerAddressHandler;
import io.weir.Limit;
import io.weir.http.ClientKey;
import io.weir.http.HttpGate;
import io.weir.http.RawHttp;
import io.weir.http.Rule;
import io.weir.local.LocalRateLimiter;
import io.weir.testing.Logged;
import java.util.stream.IntStream;
import org.apache.catalina.filters.RemoteIpFilter;
import org.eclipse.jetty.server.ForwardedRequestCustomizer;
import org.junit.jupiter.api.Test;

/** What docs/client-address.md says of containers that resolve the address of a client themselves. */
class ResolvedByContainerTest extends ServletTest {

    private static HttpGate.Builder gate() {
        return HttpGate.builder()
                .limiter(LocalRateLimiter.create())
                .rule(Rule.named("all")
                        .key(ClientKey.parse("ip"))
                        .limit(Limit.parse("1/1m"))
                        .build());
    }

    private RawHttp tomcat(HttpGate.Builder gate) throws Exception {
        return add(TomcatServer.start(context -> {
            StandardRoutes.add(context);
            StandardRoutes.add(context, "remote-ip", new RemoteIpFilter());
            StandardRoutes.add(context, "limits", new RateLimitFilter(gate.build()));
        }));
    }

    private RawHttp jetty(HttpGate.Builder gate, ForwardedRequestCustomizer customizer) throws Exception {
        return add(JettyServer.start(
                context -> {
                    StandardRoutes.add(context);
                    StandardRoutes.add(context, "limits", new RateLimitFilter(gate.build()));
                },
                http -> http.addCustomizer(customizer),
                false));
    }

    private static int status(RawHttp http, String forwardedFor) {
        return http.get("/api/x", "X-Forwarded-For: " + forwardedFor).status();
    }

    @Test
    void clientCannotChooseItsAddress_whenTomcatResolvesIt() throws Exception {
        RawHttp http = tomcat(gate());
        assertThat(status(http, "6.6.6.6, 198.51.100.7")).isEqualTo(200);
        assertThat(status(http, "7.7.7.7, 198.51.100.7")).isEqualTo(429);
        assertThat(status(http, "6.6.6.6, 198.51.100.8")).isEqualTo(200);
    }

    @Test
    void proxiesThatNeverComeAreNamed_whenTomcatResolvesThemAway() throws Exception {
        RawHttp http = tomcat(gate().trustedProxies("127.0.0.1"));
        try (Logged log = new Logged()) {
            IntStream.range(0, 100).forEach(i -> status(http, "198.51.100." + i));
            assertThat(log.news(HttpGate.class))
                    .singleElement()
                    .asString()
                    .startsWith("WARN None of the first 100 requests came from one of trusted-proxies [127.0.0.1/32]")
                    .contains("the container tells its address already");
        }
    }

    @Test
    void clientChoosesItsAddress_whenJettyTakesTheLeftmost() throws Exception {
        RawHttp http = jetty(gate(), new ForwardedRequestCustomizer());
        assertThat(status(http, "6.6.6.6, 198.51.100.7")).isEqualTo(200);
        assertThat(status(http, "7.7.7.7, 198.51.100.7")).isEqualTo(200);
    }

    @Test
    void clientCannotChooseItsAddress_whenJettyLeavesTheHeaderToWeir() throws Exception {
        ForwardedRequestCustomizer customizer = new ForwardedRequestCustomizer();
        customizer.setForwardedForHeader(null);
        RawHttp http = jetty(gate().trustedProxies("127.0.0.1"), customizer);
        assertThat(status(http, "6.6.6.6, 198.51.100.7")).isEqualTo(200);
        assertThat(status(http, "7.7.7.7, 198.51.100.7")).isEqualTo(429);
    }

    @Test
    void clientChoosesItsAddress_whenUndertowTakesTheLeftmost() throws Exception {
        RawHttp http = add(UndertowServer.start(
                context -> {
                    StandardRoutes.add(context);
                    StandardRoutes.add(context, "limits", new RateLimitFilter(gate().build()));
                },
                ProxyPeerAddressHandler::new));
        assertThat(status(http, "6.6.6.6, 198.51.100.7")).isEqualTo(200);
        assertThat(status(http, "7.7.7.7, 198.51.100.7")).isEqualTo(200);
        assertThat(status(http, "7.7.7.7, 198.51.100.8")).isEqualTo(429);
    }
}
