package io.weir.soak;

import static org.awaitility.Awaitility.await;

import io.weir.config.GateConfiguration;
import io.weir.http.HttpGate;
import io.weir.testing.TestSentinel;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** A Redis to which things happen: a master and a replica, watched by three Sentinels. */
final class Victim implements AutoCloseable {

    /** What can be done to it. A master copies to its replica later than it answers: a new one may lack the last charges. */
    private enum Harm {
        KILL(true),
        FAIL_OVER(true),
        FLUSH_DATA(true),
        FLUSH_SCRIPTS(false),
        PAUSE(false);

        private final boolean loses;

        Harm(boolean loses) {
            this.loses = loses;
        }
    }

    /** Sentinels replace a master that is silent for a second. */
    private static final Duration UNNOTICED = Duration.ofMillis(800);

    private final TestSentinel redis = TestSentinel.start();

    /** A node whose requests are refused with 503 where Redis does not decide. */
    HttpGate gate(int limit, Duration window, Duration deadline) {
        Map<String, String> settings = Map.of(
                "redis", "/WEB-INF/redisson.yaml",
                "limit", limit + "/" + window.toMillis() + "ms",
                "key", "header:X",
                "deadline", deadline.toMillis() + "ms",
                "on-failure", "deny");
        byte[] yaml = redis.yaml().getBytes(StandardCharsets.UTF_8);
        return GateConfiguration.load(settings, path -> new ByteArrayInputStream(yaml), "soak");
    }

    /** Does something, and returns when Redis is back. */
    Fault hurt(Random random) {
        Harm harm = Harm.values()[random.nextInt(Harm.values().length)];
        long start = System.nanoTime();
        switch (harm) {
            case KILL -> {
                int before = redis.masterPort();
                redis.killMaster();
                awaitReplica(before);
            }
            case FAIL_OVER -> failOver();
            case FLUSH_DATA -> command("FLUSHALL");
            case FLUSH_SCRIPTS -> command("SCRIPT FLUSH");
            case PAUSE -> {
                Duration paused = pause(Duration.ofMillis(150 + random.nextInt(350)));
                if (paused.compareTo(UNNOTICED) > 0) { // a busy machine woke up late: Sentinels have acted, or will
                    failOver();
                    return new Fault("LONG_PAUSE", start, System.nanoTime(), true);
                }
            }
        }
        return new Fault(harm.name(), start, System.nanoTime(), harm.loses);
    }

    private void failOver() {
        int before = redis.masterPort();
        // A replica that came back a moment ago is not fit to take over yet.
        await().atMost(30, TimeUnit.SECONDS).ignoreExceptions().until(() -> {
            redis.failOver();
            return true;
        });
        await().atMost(30, TimeUnit.SECONDS).until(() -> redis.masterPort() != before);
        awaitReplica(before);
    }

    /** Until it is told, an old master counts for whoever has not heard of the new one either. */
    private void awaitReplica(int port) {
        await().atMost(30, TimeUnit.SECONDS)
                .ignoreExceptions()
                .until(() -> redis.on(port).command("INFO replication").contains("role:slave"));
    }

    private void command(String command) {
        redis.on(redis.masterPort()).command(command);
    }

    /** Returns how long it really was. */
    private Duration pause(Duration time) {
        var master = redis.on(redis.masterPort());
        long start = System.nanoTime();
        master.pause();
        try {
            LockSupport.parkNanos(time.toNanos());
        } finally {
            master.resume();
        }
        return Duration.ofNanos(System.nanoTime() - start);
    }

    @Override
    public void close() {
        redis.close();
    }
}
