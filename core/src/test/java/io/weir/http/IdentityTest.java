package io.weir.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Size;
import net.jqwik.api.constraints.StringLength;

class IdentityTest {

    @Property(tries = 2000)
    void twoClientsNeverMakeOneText(@ForAll @Size(max = 40) Set<@StringLength(max = 100) String> values) {
        assertThat(values.stream().map(value -> Identity.of("user", value).toString()))
                .doesNotHaveDuplicates()
                .allMatch(text -> text.matches("user=([A-Za-z0-9._%-]{0,64}|#[A-Za-z0-9_-]{43})"));
        assertThat(values.stream()
                        .map(value -> Identity.secret("header.x", value).toString()))
                .doesNotHaveDuplicates()
                .allMatch(text -> text.matches("header\\.x=#[A-Za-z0-9_-]{43}"));
    }

    @Property(tries = 2000)
    void pairsAreApart_whereverTheirValuesAreSplit(
            @ForAll @StringLength(max = 40) String a,
            @ForAll @StringLength(max = 40) String b,
            @ForAll @StringLength(max = 40) String c) {
        Identity one = Identity.of("user", a + b).and(Identity.of("ip", c));
        Identity other = Identity.of("user", a).and(Identity.of("ip", b + c));
        assertThat(one.toString().equals(other.toString())).isEqualTo(b.isEmpty());
    }

    @Example
    void ordinaryNamesStandForThemselves() {
        assertThat(Identity.of("user", "alice.b-c_d9")).hasToString("user=alice.b-c_d9");
        assertThat(Identity.of("ip", "203.0.113.9")).hasToString("ip=203.0.113.9");
        assertThat(Identity.of("ip", "2001:db8::1")).hasToString("ip=2001%3Adb8%3A%3A1");
    }

    @Example
    void whatWouldEndAHashTagOrAKeyPartIsEncoded() {
        assertThat(Identity.of("user", "a}b{c:d*e?f[g\n")).hasToString("user=a%7Db%7Bc%3Ad%2Ae%3Ff%5Bg%0A");
        assertThat(Identity.of("user", "%41")).hasToString("user=%2541");
    }

    @Example
    void loneSurrogatesKeepTheirOwnForm() {
        assertThat(Identity.of("user", "\uD800").toString())
                .isNotEqualTo(Identity.of("user", "\uD801").toString());
        String filler = "x".repeat(65);
        assertThat(Identity.of("user", filler + "\uD800").toString())
                .isNotEqualTo(Identity.of("user", filler + "\uD801").toString());
    }

    @Example
    void digestStandsInAboveSixtyFourCharacters_orWhenSecret() {
        assertThat(Identity.of("user", "x".repeat(64))).hasToString("user=" + "x".repeat(64));
        assertThat(Identity.of("user", "x".repeat(65)).toString())
                .startsWith("user=#")
                .hasSize(49);
        assertThat(Identity.of("user", ":".repeat(22)).toString()).startsWith("user=#");
        assertThat(Identity.secret("cookie.sid", "abc").toString())
                .startsWith("cookie.sid=#")
                .doesNotContain("abc");
    }

    @Example
    void valueThatLooksLikeADigestIsNotTakenForOne() {
        String digest = Identity.secret("user", "abc").toString().substring("user=".length());
        assertThat(Identity.of("user", digest).toString()).isNotEqualTo("user=" + digest);
    }
}
