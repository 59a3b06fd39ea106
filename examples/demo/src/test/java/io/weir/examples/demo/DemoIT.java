package io.weir.examples.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.ConnectException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The jar that the build made, in processes of their own, as a person starts it. */
class DemoIT {

    @Test
    void twoProcessesShareOneWindow_whenTheyShareOneRedis() throws Exception {
        try (DemoProcess first = DemoProcess.start("--port", "0");
                DemoProcess second = DemoProcess.start("--port", "0", "--redis", first.redis())) {
            assertThat(second.redis()).isEqualTo(first.redis());
            Shell.awaitCounting(first.address());
            Shell.awaitCounting(second.address());
            String one = Shell.curlLines(first.greeting()).get(0);
            String other = Shell.curlLines(second.greeting()).get(0);
            assertThat(other).isNotEqualTo(one);

            assertThat(Shell.run(one)).startsWith("HTTP/1.1 200").contains("\nRateLimit: \"hello\";r=2;t=");
            assertThat(Shell.run(other)).startsWith("HTTP/1.1 200").contains("\nRateLimit: \"hello\";r=1;t=");
            assertThat(Shell.run(one)).startsWith("HTTP/1.1 200").contains("\nRateLimit: \"hello\";r=0;t=");
            for (String line : List.of(other, one)) {
                assertThat(Shell.run(line)).startsWith("HTTP/1.1 429").contains("\"violated-policies\":[\"hello\"]");
            }
        }
    }

    @Test
    void redisStopsWithTheDemo_whenItIsTerminated() throws Exception {
        try (DemoProcess demo = DemoProcess.start("--port", "0")) {
            int redisPort = URI.create(demo.redis()).getPort();

            // SIGTERM does what Ctrl-C does, also where a shell has SIGINT ignored; the handle leaves the streams open.
            assertThat(demo.process().toHandle().destroy()).isTrue();

            assertThat(demo.process().waitFor(10, TimeUnit.SECONDS)).isTrue();
            assertThat(demo.process().exitValue()).isEqualTo(143);
            assertThat(demo.errors()).isEmpty();
            assertThat(listens(redisPort)).isFalse();
        }
    }

    @Test
    void theStatusIs2AndOneLineSaysWhy_whenAnArgumentIsUnknown() throws Exception {
        try (DemoProcess demo = DemoProcess.launch("--prot", "0")) {
            assertThat(demo.process().waitFor(10, TimeUnit.SECONDS)).isTrue();
            assertThat(demo.process().exitValue()).isEqualTo(2);
            assertThat(demo.errors())
                    .startsWith("unknown argument '--prot'; allowed: --port N, ")
                    .hasLineCount(1);
        }
    }

    private static boolean listens(int port) throws Exception {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            return socket.isConnected();
        } catch (ConnectException e) {
            return false;
        }
    }
}
