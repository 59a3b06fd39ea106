package io.weir.benchmarks.compare;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class DelayingProxyTest {

    private static final Duration ROUND_TRIP = Duration.ofMillis(100);

    private ServerSocket server;
    private DelayingProxy proxy;

    @BeforeEach
    void start() throws IOException {
        server = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
        proxy = DelayingProxy.before(Endpoint.onLoopback(server.getLocalPort()), ROUND_TRIP);
        Thread echo = new Thread(this::echo);
        echo.setDaemon(true);
        echo.start();
    }

    private void echo() {
        try (Socket socket = server.accept()) {
            socket.getInputStream().transferTo(socket.getOutputStream());
        } catch (IOException e) {
            // the test is over
        }
    }

    @AfterEach
    void stop() throws IOException {
        proxy.close();
        server.close();
    }

    @Test
    void answersComeARoundTripLater_inOrder() throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), proxy.port())) {
            long began = System.nanoTime();
            socket.getOutputStream().write(new byte[] {1, 2, 3});
            assertThat(socket.getInputStream().readNBytes(3)).containsExactly(1, 2, 3);
            assertThat(Duration.ofNanos(System.nanoTime() - began)).isGreaterThanOrEqualTo(ROUND_TRIP);
        }
    }

    /** One after the other, they would take ten seconds; together, one round trip and what a busy machine adds. */
    @Test
    void chunksDoNotWaitForEachOther() throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), proxy.port())) {
            socket.setTcpNoDelay(true);
            DataInputStream in = new DataInputStream(socket.getInputStream());
            long began = System.nanoTime();
            for (int i = 0; i < 100; i++) {
                socket.getOutputStream().write(i);
            }
            for (int i = 0; i < 100; i++) {
                assertThat(in.readUnsignedByte()).isEqualTo(i);
            }
            assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(Duration.ofSeconds(5));
        }
    }

    @Test
    void endOfOneSideReachesTheOther() throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), proxy.port())) {
            socket.getOutputStream().write(1);
            assertThat(socket.getInputStream().read()).isEqualTo(1);
            server.close();
            socket.shutdownOutput();
            assertThat(socket.getInputStream().read()).isEqualTo(-1);
        }
    }
}
