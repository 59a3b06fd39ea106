package io.weir.benchmarks.compare;

import io.lettuce.core.RedisClient;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.codec.RedisCodec;
import io.lettuce.core.codec.StringCodec;
import io.weir.RateLimiter;
import io.weir.redis.ConnectingRateLimiter;
import io.weir.redis.RedisUrl;
import io.weir.resilience.BreakingRateLimiter;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.redisson.Redisson;
import org.redisson.config.Config;

/** One client of each library, connected to one Redis; subjects share them, and run one after the other. */
final class Connections implements AutoCloseable {

    /** How long anybody waits for Redis: longer than a busy machine stands still. */
    static final Duration TIMEOUT = Duration.ofSeconds(5);

    /** Redisson's own default, of {@code SingleServerConfig}. */
    private static final int POOL = 64;

    private static final int IDLE = 24;

    private final RateLimiter weir;
    private final Redisson redisson;
    private final RedisClient lettuce;
    private final StatefulRedisConnection<String, String> strings;
    private final StatefulRedisConnection<String, byte[]> bytes;

    Connections(Endpoint endpoint) {
        weir = BreakingRateLimiter.around(ConnectingRateLimiter.create(config(endpoint), TIMEOUT));
        Config pooled = config(endpoint);
        pooled.useSingleServer().setConnectionPoolSize(POOL).setConnectionMinimumIdleSize(IDLE);
        redisson = (Redisson) Redisson.create(pooled);
        lettuce = RedisClient.create(endpoint.uri());
        strings = lettuce.connect();
        bytes = lettuce.connect(RedisCodec.of(StringCodec.UTF8, ByteArrayCodec.INSTANCE));
        strings.setTimeout(TIMEOUT);
        bytes.setTimeout(TIMEOUT);
    }

    private static Config config(Endpoint endpoint) {
        Config config = RedisUrl.parse(endpoint.uri()).config();
        config.useSingleServer().setTimeout((int) TIMEOUT.toMillis());
        return config;
    }

    /** As {@code GateConfiguration} makes it of a URL, but for the cache of denials, and with a longer deadline. */
    RateLimiter weir() {
        return weir;
    }

    /** For all peers on Redisson: as Weir's, with a pool as large as Redisson's default. */
    Redisson redisson() {
        return redisson;
    }

    /** One connection, as Lettuce advises: it pipelines what many threads send. */
    StatefulRedisConnection<String, String> strings() {
        return strings;
    }

    /** As {@link #strings}, for Bucket4j. */
    StatefulRedisConnection<String, byte[]> bytes() {
        return bytes;
    }

    @Override
    public void close() {
        weir.close();
        redisson.shutdown(0, 1, TimeUnit.SECONDS);
        lettuce.shutdown(Duration.ZERO, Duration.ofSeconds(1));
    }
}
