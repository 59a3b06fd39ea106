package io.weir.examples.demo;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import redis.embedded.RedisServer;

/**
 * A redis-server of the demo's own, on a free port of loopback, which writes nothing to disk: the one that embedded-redis
 * ships, or, where that cannot start, the one on the PATH.
 */
final class OwnRedis implements AutoCloseable {

    private final RedisServer server;
    private final int port;

    private OwnRedis(RedisServer server, int port) {
        this.server = server;
        this.port = port;
    }

    /** @throws IOException if neither starts; the message is one line that says what was tried */
    static OwnRedis start() throws IOException {
        int port = freePort();
        try {
            return new OwnRedis(start(port, null), port);
        } catch (IOException | RuntimeException embedded) {
            try {
                return new OwnRedis(start(port, onPath()), port);
            } catch (IOException | RuntimeException installed) {
                throw new IOException(
                        "no redis-server starts: tried the one of embedded-redis (" + oneLine(embedded)
                                + ") and the one on the PATH (" + oneLine(installed)
                                + "); allowed: --redis redis://host:port",
                        embedded);
            }
        }
    }

    String url() {
        return "redis://127.0.0.1:" + port;
    }

    @Override
    public void close() {
        try {
            server.stop();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static RedisServer start(int port, @Nullable Path executable) throws IOException {
        var builder = RedisServer.newRedisServer()
                .port(port)
                .bind("127.0.0.1")
                .setting("save \"\"")
                .setting("appendonly no");
        if (executable != null) {
            builder.executableProvider(executable::toFile);
        }
        RedisServer server = builder.build();
        server.start();
        return server;
    }

    private static Path onPath() throws IOException {
        String path = System.getenv("PATH");
        for (String folder : path == null ? new String[0] : path.split(":", -1)) {
            Path candidate = Path.of(folder, "redis-server");
            if (Files.isExecutable(candidate)) {
                return candidate;
            }
        }
        throw new IOException("none found");
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private static String oneLine(Exception e) {
        return String.valueOf(e.getMessage()).strip().replaceAll("\\s*\\R\\s*", "; ");
    }
}
