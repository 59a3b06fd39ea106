package io.weir.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.testing.TestCall;
import java.util.List;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Who is asking: the vectors of the wire contract, and what an attacker would try. */
class ClientAddressTest {

    private static final List<CidrBlock> TRUSTED =
            Stream.of("10.0.0.0/8", "fd00::/8").map(CidrBlock::parse).toList();
    private static final ClientAddress X_FORWARDED_FOR = new ClientAddress(TRUSTED, ClientAddress.X_FORWARDED_FOR, 128);
    private static final ClientAddress FORWARDED = new ClientAddress(TRUSTED, ClientAddress.FORWARDED, 128);

    private static TestCall fromProxy(String header, String... lines) {
        TestCall call = TestCall.get("/").address("10.0.0.1");
        for (String line : lines) {
            call.header(header, line);
        }
        return call;
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', textBlock = """
            6.6.6.6, 198.51.100.7            ; 198.51.100.7
            6.6.6.6, 198.51.100.7, 10.0.0.2  ; 198.51.100.7
            198.51.100.7:41234               ; 198.51.100.7
            [2001:db8::17]:4711              ; 2001:db8::17
            [2001:db8::17]                   ; 2001:db8::17
            2001:db8::17                     ; 2001:db8::17
            2001:db8:0:0:0:0:0:17            ; 2001:db8::17
            fe80::1%eth0                     ; fe80::1
            198.51.100.7, unknown            ; 10.0.0.1
            198.51.100.7, unknown, 10.0.0.2  ; 10.0.0.2
            10.1.1.1, 10.0.0.2               ; 10.1.1.1
            ::ffff:198.51.100.7              ; 198.51.100.7
            ::FFFF:c633:6407                 ; 198.51.100.7
            6.6.6.6, ::ffff:10.0.0.2         ; 6.6.6.6
            198.51.100.7, ,  ,               ; 198.51.100.7
            proxy.example                    ; 10.0.0.1
            1.2.3                            ; 10.0.0.1
            010.1.1.1                        ; 10.0.0.1
            198.51.100.07                    ; 10.0.0.1
            ::198.51.100.7                   ; 10.0.0.1
            198.51.100.7:port                ; 10.0.0.1
            198.51.100.256                   ; 10.0.0.1
            '198.51.100.7 '                  ; 198.51.100.7
            for=198.51.100.7                 ; 10.0.0.1
            """)
    void clientIsFoundFromTheRight_inXForwardedFor(String line, String client) {
        assertThat(clientOf(X_FORWARDED_FOR, fromProxy("X-Forwarded-For", line)))
                .isEqualTo(client);
    }

    @Test
    void linesAreOneList_inTheirOrder() {
        assertThat(clientOf(X_FORWARDED_FOR, fromProxy("X-Forwarded-For", "6.6.6.6", "198.51.100.7")))
                .isEqualTo("198.51.100.7");
    }

    @Test
    void peerIsTheClient_whenThereIsNoHeader_orThePeerIsNoProxy() {
        assertThat(clientOf(X_FORWARDED_FOR, fromProxy("X-Forwarded-For"))).isEqualTo("10.0.0.1");
        TestCall direct = TestCall.get("/").address("203.0.113.9").header("X-Forwarded-For", "1.2.3.4");
        assertThat(clientOf(X_FORWARDED_FOR, direct)).isEqualTo("203.0.113.9");
        assertThat(clientOf(X_FORWARDED_FOR, TestCall.get("/").address(null))).isNull();
        assertThat(clientOf(X_FORWARDED_FOR, TestCall.get("/").address("a unix socket")))
                .isEqualTo("a unix socket");
        assertThat(clientOf(X_FORWARDED_FOR, fromProxy("Forwarded", "for=1.2.3.4")))
                .isEqualTo("10.0.0.1");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            For="[2001:db8:cafe::17]:4711"                            | 2001:db8:cafe::17
            for=192.0.2.43, for=198.51.100.17                         | 198.51.100.17
            for="192.0.2.43:47011"                                    | 192.0.2.43
            for=6.6.6.6;host="a,for=7.7.7.7", for=198.51.100.7        | 198.51.100.7
            for="_gazonk"                                             | 10.0.0.1
            for=unknown                                               | 10.0.0.1
            for=192.0.2.43:47011                                      | 10.0.0.1
            for=198.51.100.7;proto=https;by=203.0.113.43, for=10.0.0.2| 198.51.100.7
            for=6.6.6.6, for=198.51.100.7;for=7.7.7.7                 | 10.0.0.1
            for=6.6.6.6, proto=https                                  | 10.0.0.1
            proto=https;FOR=198.51.100.7                              | 198.51.100.7
            for="198.51.100\\.7"                                      | 198.51.100.7
            for="198.51.100.7                                         | 10.0.0.1
            for=6.6.6.6;host="\\"                                     | 10.0.0.1
            for = 198.51.100.7                                        | 10.0.0.1
            , for=198.51.100.7 ,,                                     | 198.51.100.7
            198.51.100.7                                              | 10.0.0.1
            """)
    void clientIsFoundFromTheRight_inForwarded(String line, String client) {
        assertThat(clientOf(FORWARDED, fromProxy("Forwarded", line))).isEqualTo(client);
    }

    @Test
    void textIsBoundedBeforeItIsRead() {
        String long8k = "9.9.9.9, ".repeat(1000) + "198.51.100.7";
        assertThat(clientOf(X_FORWARDED_FOR, fromProxy("X-Forwarded-For", long8k)))
                .isEqualTo("198.51.100.7");
        assertThat(clientOf(X_FORWARDED_FOR, fromProxy("X-Forwarded-For", "x".repeat(8192))))
                .isEqualTo("10.0.0.1");
        assertThat(clientOf(FORWARDED, fromProxy("Forwarded", "for=\"" + "\\a".repeat(2000) + "\"")))
                .isEqualTo("10.0.0.1");
        assertThat(clientOf(FORWARDED, fromProxy("Forwarded", "for=9.9.9.9, ".repeat(1000) + "for=198.51.100.7")))
                .isEqualTo("10.0.0.1");
    }

    @Test
    void ipv6ClientIsItsNetwork_andIpv4IsItself() {
        ClientAddress byDefault = new ClientAddress(List.of(), ClientAddress.X_FORWARDED_FOR, 56);
        assertThat(clientOf(byDefault, TestCall.get("/").address("2001:db8:1:2ff::1")))
                .isEqualTo("2001:db8:1:200::");
        assertThat(clientOf(byDefault, TestCall.get("/").address("[2001:db8:1:201::9]")))
                .isEqualTo("2001:db8:1:200::");
        assertThat(clientOf(byDefault, TestCall.get("/").address("2001:db8:1:300::1")))
                .isEqualTo("2001:db8:1:300::");
        assertThat(clientOf(byDefault, TestCall.get("/").address("::ffff:1.2.3.4")))
                .isEqualTo("1.2.3.4");
        assertThat(clientOf(byDefault, TestCall.get("/").address("::ffff:5.6.7.8")))
                .isEqualTo("5.6.7.8");
        assertThat(clientOf(byDefault, TestCall.get("/").address("0:0:0:0:0:0:0:1")))
                .isEqualTo("::");
    }

    /** Whatever a client sends, the proxy appends the address that it saw. */
    @Property(tries = 2000)
    void clientCannotChooseItsAddress(@ForAll("claims") List<String> claims) {
        TestCall oneLine = fromProxy("X-Forwarded-For", String.join(", ", claims) + ", 198.51.100.7");
        assertThat(clientOf(X_FORWARDED_FOR, oneLine)).isEqualTo("198.51.100.7");
        TestCall twoLines = fromProxy("X-Forwarded-For", String.join(", ", claims), "198.51.100.7, 10.2.3.4");
        assertThat(clientOf(X_FORWARDED_FOR, twoLines)).isEqualTo("198.51.100.7");
    }

    @Provide
    Arbitrary<List<String>> claims() {
        return Arbitraries.oneOf(
                        Arbitraries.strings().ofMaxLength(60),
                        Arbitraries.of(
                                "10.0.0.3", "1.2.3.4", "unknown", "::1", "for=1.2.3.4", "\"", ",", "[", "1.2.3.4:5"))
                .list()
                .ofMaxSize(20);
    }

    @Property(tries = 2000)
    void anyForwardedTextIsReadWithoutAnError(@ForAll String text) {
        assertThat(clientOf(FORWARDED, fromProxy("Forwarded", text))).isNotNull();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"proxy.example", "10.0.0.0/33", "10.0.0.0/", "10.0.0.1/8", "fd00::1/8", "/8", "", "10.0.0/8", "*"
            })
    void rangeThatIsNoneIsRefused(String text) {
        assertThatThrownBy(() -> CidrBlock.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("proxy '" + text + "'")
                .hasMessageContaining("allowed:");
    }

    @Test
    void rangeHoldsItsAddresses() {
        assertThat(CidrBlock.parse("10.0.0.0/8").contains(IpAddress.parse("10.255.0.1")))
                .isTrue();
        assertThat(CidrBlock.parse("10.0.0.0/8").contains(IpAddress.parse("11.0.0.0")))
                .isFalse();
        assertThat(CidrBlock.parse("10.0.0.0/8").contains(IpAddress.parse("::ffff:10.0.0.1")))
                .isTrue();
        assertThat(CidrBlock.parse("10.0.0.0/8").contains(IpAddress.parse("a00::1")))
                .isFalse();
        assertThat(CidrBlock.parse("0.0.0.0/0").contains(IpAddress.parse("203.0.113.9")))
                .isTrue();
        assertThat(CidrBlock.parse("192.0.2.7").contains(IpAddress.parse("192.0.2.7")))
                .isTrue();
        assertThat(CidrBlock.parse("192.0.2.7").contains(IpAddress.parse("192.0.2.8")))
                .isFalse();
        assertThat(CidrBlock.parse("2001:db8::/33").contains(IpAddress.parse("2001:db8:7fff::1")))
                .isTrue();
        assertThat(CidrBlock.parse("2001:db8::/33").contains(IpAddress.parse("2001:db8:8000::1")))
                .isFalse();
    }

    private static String clientOf(ClientAddress addresses, HttpCall call) {
        return addresses.of(call, GateListener.none());
    }
}
