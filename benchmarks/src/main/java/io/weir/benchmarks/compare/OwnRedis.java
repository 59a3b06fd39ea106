package io.weir.benchmarks.compare;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import redis.embedded.RedisServer;

/** A redis-server of the benchmark's own, on a free port of loopback, which writes nothing to disk. */
final class OwnRedis implements AutoCloseable {

    private final RedisServer server;
    private final int port;

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
        return new OwnRedis(server, port);
    }

    Endpoint endpoint() {
        return Endpoint.onLoopback(port);
    }

    @Override
    public void close() throws IOException {
        server.stop();
    }
}
