package io.weir.benchmarks.compare;

import io.github.bucket4j.BucketConfiguration;
import io.github.bucket4j.distributed.ExpirationAfterWriteStrategy;
import io.github.bucket4j.distributed.proxy.ProxyManager;
import io.github.bucket4j.redis.lettuce.Bucket4jLettuce;
import io.github.bucket4j.redis.redisson.Bucket4jRedisson;
import io.weir.Limit;
import java.time.Duration;
import java.util.List;

/**
 * Bucket4j, whose state is a token bucket in one value, compared and swapped; configured as its reference does: buckets
 * expire 10 s after they are full again, the proxy of a bucket is made for each request.
 */
final class Bucket implements Subject {

    private final ProxyManager<String> buckets;
    private final BucketConfiguration configuration;

    private Bucket(ProxyManager<String> buckets, Limit limit) {
        this.buckets = buckets;
        this.configuration = BucketConfiguration.builder()
                .addLimit(
                        bandwidth -> bandwidth.capacity(limit.permits()).refillGreedy(limit.permits(), limit.window()))
                .build();
    }

    static Bucket onRedisson(Connections connections, Limit limit) {
        return new Bucket(
                Bucket4jRedisson.casBasedBuilder(connections.redisson().getCommandExecutor())
                        .expirationAfterWrite(expiry())
                        .requestTimeout(Connections.TIMEOUT)
                        .build(),
                limit);
    }

    static Bucket onLettuce(Connections connections, Limit limit) {
        return new Bucket(
                Bucket4jLettuce.casBasedBuilder(connections.bytes())
                        .expirationAfterWrite(expiry())
                        .requestTimeout(Connections.TIMEOUT)
                        .build(),
                limit);
    }

    /** A GET, then SET for a new bucket, or else a script that calls GET once more. */
    static double redisMicrosOnRedisson(CommandStats stats) {
        CommandStats.Line get = stats.line("get");
        return stats.scripts().micros()
                + stats.line("set").micros()
                + get.microsOf(get.calls() - stats.scripts().calls());
    }

    /** A GET, then a script: for a new bucket one that calls SET, or else one that calls GET once more. */
    static double redisMicrosOnLettuce(CommandStats stats) {
        CommandStats.Line get = stats.line("get");
        long nested = stats.scripts().calls() - stats.line("set").calls();
        return stats.scripts().micros() + get.microsOf(get.calls() - nested);
    }

    private static ExpirationAfterWriteStrategy expiry() {
        return ExpirationAfterWriteStrategy.basedOnTimeForRefillingBucketUpToMax(Duration.ofSeconds(10));
    }

    @Override
    public boolean acquire(int client) {
        return buckets.getProxy(key(client), () -> configuration).tryConsume(1);
    }

    private static String key(int client) {
        return "bucket4j:{ip=" + client + "}";
    }

    @Override
    public List<String> keys(int client) {
        return List.of(key(client));
    }

    /** A bucket is as large with one token less as with all of them gone. */
    @Override
    public long permitsToFill(long permits) {
        return Math.min(permits, 100);
    }
}
