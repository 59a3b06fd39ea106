package io.weir.soak;

import io.weir.config.GateConfiguration;
import io.weir.http.HttpGate;
import io.weir.testing.TestRedis;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;

/** A Redis to which things happen. */
final class Victim implements AutoCloseable {

    private final int port;
    private TestRedis redis;

    private Victim(TestRedis redis) {
        this.redis = redis;
        port = redis.port();
    }

    static Victim start() {
        return new Victim(TestRedis.start());
    }

    /** A node whose requests are refused with 503 where Redis does not decide. */
    HttpGate gate(int limit, Duration window, Duration deadline) {
        Map<String, String> settings = Map.of(
                "redis", redis.url(),
                "limit", limit + "/" + window.toMillis() + "ms",
                "key", "header:X",
                "deadline", deadline.toMillis() + "ms",
                "on-failure", "deny");
        return GateConfiguration.load(settings, path -> null, "soak");
    }

    /** Does something, and returns when Redis is back. */
    Fault hurt(Random random) throws IOException {
        long start = System.nanoTime();
        Duration time = Duration.ofMillis(200 + random.nextInt(1800));
        String what;
        boolean loses = false;
        switch (random.nextInt(4)) {
            case 0 -> {
                what = "a stop of " + time;
                loses = true;
                redis.close();
                LockSupport.parkNanos(time.toNanos());
                redis = TestRedis.startOn(port);
            }
            case 1 -> {
                what = "a flush of all data";
                loses = true;
                send("FLUSHALL");
            }
            case 2 -> {
                what = "a flush of all scripts";
                send("SCRIPT FLUSH");
            }
            default -> {
                what = "a pause of " + time;
                redis.pause();
                try {
                    LockSupport.parkNanos(time.toNanos());
                } finally {
                    redis.resume();
                }
            }
        }
        return new Fault(what, start, System.nanoTime(), loses);
    }

    private void send(String command) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.getOutputStream().write((command + "\r\n").getBytes(StandardCharsets.US_ASCII));
            if (socket.getInputStream().read() != '+') {
                throw new IOException(command + " failed");
            }
        }
    }

    @Override
    public void close() {
        redis.close();
    }
}
