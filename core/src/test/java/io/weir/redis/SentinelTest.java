package io.weir.redis;

import io.weir.testing.TestRedis;
import io.weir.testing.TestSentinel;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.redisson.Redisson;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;

/** A master, its replica and three Sentinels. */
class SentinelTest extends FailOverContract {

    private static TestSentinel redis;
    private static RedissonClient client;

    @BeforeAll
    static void start() {
        redis = TestSentinel.start();
        client = Redisson.create(Config.fromYAML(redis.yaml()));
    }

    @AfterAll
    static void stop() {
        client.shutdown();
        redis.close();
    }

    @Override
    protected String yaml() {
        return redis.yaml();
    }

    @Override
    protected RedissonClient client() {
        return client;
    }

    @Override
    protected TestRedis master() {
        return redis.master();
    }

    @Override
    protected TestRedis replica() {
        return redis.replica();
    }

    @Override
    protected boolean isOnMaster(String key) {
        return true;
    }
}
