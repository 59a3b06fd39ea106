package io.weir.benchmarks;

import io.weir.Decision;
import io.weir.RateLimiter;
import io.weir.redis.RedisUrl;
import io.weir.redis.RedissonRateLimiter;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;
import org.redisson.Redisson;
import org.redisson.api.RedissonClient;
import redis.embedded.RedisServer;

/** A decision in a Redis on loopback, which the benchmark starts; one thread, so every decision is a round trip. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(1)
@Warmup(iterations = 1, time = 1)
@Measurement(iterations = 2, time = 1)
public class RedisDecision {

    private final Clients clients = new Clients();
    private @Nullable RedisServer server;
    private @Nullable RedissonClient client;
    private @Nullable RateLimiter limiter;

    /** Starts Redis and connects. */
    @Setup
    public void start() throws IOException {
        int port;
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = socket.getLocalPort();
        }
        server = RedisServer.newRedisServer()
                .port(port)
                .bind("127.0.0.1")
                .setting("save \"\"")
                .setting("appendonly no")
                .build();
        server.start();
        client = Redisson.create(RedisUrl.parse("redis://127.0.0.1:" + port).config());
        limiter = RedissonRateLimiter.create(client, Duration.ofSeconds(5));
    }

    /** Stops what was started. */
    @TearDown
    public void stop() throws IOException {
        if (client != null) {
            client.shutdown();
        }
        if (server != null) {
            server.stop();
        }
    }

    /** Decides for the next client. */
    @Benchmark
    public Decision acquire() {
        return limiter.acquire(clients.next());
    }
}
