package io.weir.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.RateLimiter;
import io.weir.RateLimiterContract;
import io.weir.http.HttpGate;
import java.time.Duration;
import java.time.InstantSource;
import org.junit.jupiter.api.Test;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;

/** What holds wherever the counts are: all that a limiter promises, and that a file of Redisson is enough to get there. */
abstract class TopologyContract extends RateLimiterContract {

    static final Duration DEADLINE = Duration.ofSeconds(5);

    /** Where Redis is, as a file of Redisson says it. */
    protected abstract String yaml();

    /** A client of it that stays open. */
    protected abstract RedissonClient client();

    @Override
    protected RateLimiter create(InstantSource clock) {
        return new ScriptClock(RedissonRateLimiter.of(client(), DEADLINE), clock);
    }

    @Override
    protected boolean holds(String key) {
        return client().getKeys().countExists(key) > 0;
    }

    Config config() {
        return Config.fromYAML(yaml());
    }

    @Test
    void requestsAreLimited_whenAFileOfRedissonSaysWhereRedisIs() {
        try (HttpGate gate = GateOverRedisson.gate(yaml())) {
            assertThat(GateOverRedisson.fourRequests(gate, "alice")).containsExactly(200, 200, 200, 429);
        }
    }
}
