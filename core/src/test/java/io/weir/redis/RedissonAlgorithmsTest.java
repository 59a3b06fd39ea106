package io.weir.redis;

import io.weir.AlgorithmsContract;
import io.weir.RateLimiter;
import io.weir.testing.TestRedis;
import java.time.Duration;
import java.time.InstantSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.redisson.api.RedissonClient;

class RedissonAlgorithmsTest extends AlgorithmsContract {

    private static RedissonClient client;

    @BeforeAll
    static void connect() {
        client = TestRedis.shared().client();
    }

    @AfterAll
    static void disconnect() {
        client.shutdown();
    }

    @Override
    protected RateLimiter create(InstantSource clock) {
        return new ScriptClock(RedissonRateLimiter.of(client, Duration.ofSeconds(5)), clock);
    }
}
