package io.weir.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.weir.Charge;
import io.weir.Limit;
import io.weir.testing.TestReplicated;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.redisson.Redisson;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;

/** A master and its replica, with nobody to watch them. */
class ReplicatedTest extends TopologyContract {

    private static TestReplicated redis;
    private static RedissonClient client;

    @BeforeAll
    static void start() {
        redis = TestReplicated.start();
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

    @Test
    void chargesReachTheReplica_whichDecidesNothing() {
        String key = "replicated:" + UUID.randomUUID();
        RedissonRateLimiter.create(client, DEADLINE)
                .acquire(List.of(Charge.of(Limit.of(3, Duration.ofMinutes(10)), key)));
        await().until(() -> redis.replica().command("EXISTS " + key).equals("1"));
        assertThat(redis.replica().command("INFO commandstats")).doesNotContain("cmdstat_evalsha");
    }
}
