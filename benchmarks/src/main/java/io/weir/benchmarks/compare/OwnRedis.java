package io.weir.benchmarks.compare;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.atomic.AtomicBoolean;
import redis.embedded.RedisServer;

/** A redis-server of the benchmark's own, on a free port of loopback, which writes nothing to disk. */
final class OwnRedis implements AutoCloseable {

    private final RedisServer server;
    private final int port;

    private final AtomicBoolean stopped = new AtomicBoolean();

    private OwnRedis(RedisServer server, int port) {
        this.server = server;
        this.port = port;
    }

    /** @throws IOException if it does not start */
    static OwnRedis start() throws IOException {
        int port;
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = socket.getLocalPort();
        }
        RedisServer server = RedisServer.newRedisServer()
                .port(port)
                .bind("127.0.0.1")
                .setting("save \"\"")
                .setting("appendonly no")
                .build();
        server.start();
        OwnRedis redis = new OwnRedis(server, port);
        Runtime.getRuntime().addShutdownHook(new Thread(redis::stop)); // also after Ctrl-C
        return redis;
    }

    Endpoint endpoint() {
        return Endpoint.onLoopback(port);
    }

    @Override
    public void close() {
        stop();
    }

    private void stop() {
        if (stopped.compareAndSet(false, true)) {
            try {
                server.stop();
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
        }
    }
}
