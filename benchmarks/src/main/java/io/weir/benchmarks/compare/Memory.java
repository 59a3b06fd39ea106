package io.weir.benchmarks.compare;

import io.weir.Algorithm;
import io.weir.Charge;
import io.weir.Limit;
import io.weir.RateLimiter;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Bytes of a client in Redis that has taken all of its permits. */
final class Memory {

    private static final int BUCKETS = 60;

    private final RedisAdmin redis;

    Memory(RedisAdmin redis) {
        this.redis = redis;
    }

    /** Of every entrant, by name. Whose keys are the same, for it runs the same script, is filled once. */
    Map<String, Long> of(List<Entrant> entrants, long permits) {
        Map<String, Long> bytes = new LinkedHashMap<>();
        Map<List<String>, Long> known = new HashMap<>();
        for (Entrant entrant : entrants) {
            Subject subject = entrant.open(Limit.of(permits, Load.WINDOW));
            bytes.put(entrant.name(), known.computeIfAbsent(subject.keys(0), keys -> filled(subject, permits)));
        }
        return bytes;
    }

    private long filled(Subject subject, long permits) {
        redis.flush();
        subject.prepare(1);
        Filling.evenly(subject, 1, subject.permitsToFill(permits));
        return redis.bytes(subject.keys(0));
    }

    /**
     * Of a client whose permits were taken evenly over a whole window, so that every bucket counts some.
     *
     * @param window how long that takes; a shorter one makes longer names of buckets, and so no fewer bytes
     */
    long ofBuckets(RateLimiter weir, long permits, Duration window) throws InterruptedException {
        redis.flush();
        Limit limit = Limit.of(permits, window).named("api").countedBy(new Algorithm.SlidingWindowBuckets(BUCKETS));
        String key = "weir:benchmarks:1:{ip=0}:api:api:buckets";
        Charge charge = new Charge(limit, key, permits / (2 * BUCKETS));
        long step = window.toNanos() / (2 * BUCKETS);
        long next = System.nanoTime();
        // A field for each bucket, and one more; a machine that stood still for longer than a bucket takes a second
        // window.
        for (int i = 0; i < 6 * BUCKETS && redis.fields(key) <= BUCKETS; i++) {
            boolean ignored = weir.acquire(List.of(charge)).allowed();
            next += step;
            TimeUnit.NANOSECONDS.sleep(Math.max(0, next - System.nanoTime()));
        }
        return redis.bytes(List.of(key));
    }
}
