package io.weir.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.Limit;
import io.weir.local.LocalRateLimiter;
import io.weir.testing.NoNames;
import io.weir.testing.TestCall;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Whoever could make a limiter ask a name server could make it wait, and could choose the answer. */
class NoNameIsResolvedTest {

    private static final List<String> TEXTS = List.of(
            "proxy.example",
            "localhost",
            "unknown",
            "_gazonk",
            "",
            "1.2.3",
            "1.2.3.4.5",
            "0x7f000001",
            "2130706433",
            "017700000001",
            "1.2.3.4%eth0",
            "fe80::1%eth0",
            "fe80::1%25eth0",
            "[fe80::1%proxy.example]:80",
            "2001:db8::17%proxy.example",
            "[proxy.example]",
            "[proxy.example]:80",
            "proxy.example:80",
            "::ffff:proxy.example",
            "::ffff:1.2.3",
            "1.2.3.4:port",
            "1.2.3.4.",
            "x".repeat(8192),
            "proxy.example,".repeat(600),
            // the vectors of the wire contract
            "1.2.3.4",
            "6.6.6.6, 198.51.100.7",
            "6.6.6.6, 198.51.100.7, 10.0.0.2",
            "198.51.100.7:41234",
            "[2001:db8::17]:4711",
            "198.51.100.7, unknown",
            "10.1.1.1, 10.0.0.2",
            "For=\"[2001:db8:cafe::17]:4711\"",
            "for=192.0.2.43, for=198.51.100.17",
            "for=\"192.0.2.43:47011\"",
            "for=6.6.6.6;host=\"a,for=7.7.7.7\", for=198.51.100.7",
            "for=\"_gazonk\"",
            "for=192.0.2.43:47011",
            "for=proxy.example;by=proxy.example;host=proxy.example",
            "for=\"[proxy.example]:80\"");

    private NoNames names;

    @BeforeEach
    void install() {
        names = NoNames.install();
    }

    @AfterEach
    void restore() {
        names.close();
    }

    static Stream<String> texts() {
        return TEXTS.stream();
    }

    @ParameterizedTest
    @MethodSource("texts")
    void headerIsReadWithoutAQuestion(String text) {
        for (String header : List.of(ClientAddress.X_FORWARDED_FOR, ClientAddress.FORWARDED)) {
            HttpGate gate = HttpGate.builder()
                    .limiter(LocalRateLimiter.create())
                    .trustedProxies("10.0.0.0/8", "fd00::/8")
                    .forwardedHeader(header)
                    .rule(Rule.named("all")
                            .key(ClientKey.parse("ip"))
                            .limit(Limit.parse("9/1m"))
                            .build())
                    .build();
            assertThat(gate.decide(TestCall.get("/").address("10.0.0.1").header(header, text)))
                    .isInstanceOf(Verdict.Pass.class);
            assertThat(gate.decide(TestCall.get("/").address("203.0.113.9").header(header, text)))
                    .isInstanceOf(Verdict.Pass.class);
        }
        assertThat(names.questions()).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("texts")
    void addressOfAPeerIsReadWithoutAQuestion(String text) {
        ClientAddress addresses = new ClientAddress(
                List.of(CidrBlock.parse("10.0.0.0/8")),
                ClientAddress.X_FORWARDED_FOR,
                ClientAddress.DEFAULT_IPV6_PREFIX);
        assertThat(clientOf(addresses, TestCall.get("/").address(text))).isNotNull();
        assertThat(names.questions()).isEmpty();
    }

    @Test
    void rangeIsReadWithoutAQuestion() {
        for (String text : TEXTS) {
            try {
                assertThat(CidrBlock.parse(text)).isNotNull();
            } catch (IllegalArgumentException e) {
                assertThat(e).hasMessageContaining("allowed:");
            }
        }
        assertThat(names.questions()).isEmpty();
    }

    private static String clientOf(ClientAddress addresses, HttpCall call) {
        return addresses.of(call, GateListener.none());
    }
}
