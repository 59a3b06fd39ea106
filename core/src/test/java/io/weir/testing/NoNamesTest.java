package io.weir.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import org.junit.jupiter.api.Test;

/** A fixture that heard nothing would prove nothing. */
class NoNamesTest {

    @Test
    void questionIsHeardAndNotAnswered_whenANameIsAsked() {
        try (NoNames names = NoNames.install()) {
            assertThatThrownBy(() -> InetAddress.getAllByName("weir.invalid")).isInstanceOf(UnknownHostException.class);
            assertThat(names.questions()).containsExactly("weir.invalid");
        }
    }

    @Test
    void questionIsHeardAndNotAnswered_whenAnAddressIsAsked() throws Exception {
        try (NoNames names = NoNames.install()) {
            InetAddress address = InetAddress.getByAddress(new byte[] {(byte) 192, 0, 2, 7});
            assertThat(address.getCanonicalHostName()).isEqualTo("192.0.2.7");
            assertThat(names.questions()).first().isEqualTo("[-64, 0, 2, 7]");
            assertThat(new InetSocketAddress(InetAddress.getByAddress(new byte[] {(byte) 192, 0, 2, 8}), 80)
                            .getHostName())
                    .isEqualTo("192.0.2.8");
            assertThat(names.questions()).contains("[-64, 0, 2, 8]");
        }
    }

    @Test
    void answerOfAMomentAgoIsNoAnswer() throws Exception {
        assertThat(InetAddress.getByName("localhost").isLoopbackAddress()).isTrue();
        try (NoNames names = NoNames.install()) {
            InetAddress.getByName("localhost"); // which the JDK answers itself where the name service does not
            assertThat(names.questions()).containsExactly("localhost");
        }
    }

    @Test
    void literalIsNoQuestion_andNamesAreAnsweredAgainInTheEnd() throws Exception {
        try (NoNames names = NoNames.install()) {
            assertThat(InetAddress.getByName("192.0.2.7").getHostAddress()).isEqualTo("192.0.2.7");
            assertThat(names.questions()).isEmpty();
        }
        assertThat(InetAddress.getByName("localhost").isLoopbackAddress()).isTrue();
    }
}
