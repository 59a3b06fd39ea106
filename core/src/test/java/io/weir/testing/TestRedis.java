package io.weir.testing;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import org.redisson.Redisson;
import org.redisson.api.RedissonClient;
import org.redisson.client.codec.StringCodec;
import org.redisson.config.Config;
import redis.embedded.RedisServer;

/**
 * A real redis-server that a test started, on loopback, on a port that was free: the binary that embedded-redis ships,
 * or, where that cannot start, the one on the PATH.
 */
public final class TestRedis implements AutoCloseable {

    private static final class Shared {
        static final TestRedis INSTANCE = startShared();

        private static TestRedis startShared() {
            TestRedis redis = TestRedis.start();
            Runtime.getRuntime().addShutdownHook(new Thread(redis::close));
            return redis;
        }
    }

    private final RedisServer server;
    private final int port;

    private TestRedis(RedisServer server, int port) {
        this.server = server;
        this.port = port;
    }

    /** The server that all tests of this JVM share; tests keep apart by key, and nobody flushes it. */
    public static TestRedis shared() {
        return Shared.INSTANCE;
    }

    /** A server of one's own, to be stopped, paused or flushed; the caller closes it. */
    public static TestRedis start() {
        return startOn(freePort());
    }

    /** As {@link #start()}, on a given port: to come back where another was stopped. */
    public static TestRedis startOn(int port) {
        try {
            return new TestRedis(start(port, null), port);
        } catch (IOException | RuntimeException embedded) {
            try {
                return new TestRedis(start(port, onPath()), port);
            } catch (IOException | RuntimeException installed) {
                throw new IllegalStateException(
                        "no redis-server starts: tried the one of embedded-redis (" + embedded.getMessage()
                                + ") and the one on the PATH (" + installed.getMessage() + ")",
                        embedded);
            }
        }
    }

    private static RedisServer start(int port, Path executable) throws IOException {
        var builder = RedisServer.newRedisServer()
                .port(port)
                .bind("127.0.0.1")
                .setting("save \"\"")
                .setting("appendonly no");
        if (executable != null) {
            builder.executableProvider(() -> executable.toFile());
        }
        RedisServer server = builder.build();
        server.start();
        return server;
    }

    private static Path onPath() throws IOException {
        for (String folder : System.getenv("PATH").split(":", -1)) {
            Path candidate = Path.of(folder, "redis-server");
            if (Files.isExecutable(candidate)) {
                return candidate;
            }
        }
        throw new IOException("none found");
    }

    /** A port that nobody listens on. */
    public static int freePort() {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The port on loopback. */
    public int port() {
        return port;
    }

    /** The address, as a configuration names it. */
    public String url() {
        return "redis://127.0.0.1:" + port;
    }

    /** A new client; the caller shuts it down. */
    public RedissonClient client() {
        Config config = new Config();
        config.setCodec(StringCodec.INSTANCE);
        config.useSingleServer()
                .setAddress(url())
                .setConnectionMinimumIdleSize(1)
                .setConnectionPoolSize(32)
                .setDnsMonitoringInterval(-1);
        return Redisson.create(config);
    }

    @Override
    public void close() {
        try {
            server.stop();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }
}
