package io.weir.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.Charge;
import io.weir.Limit;
import io.weir.RateLimiter;
import io.weir.RateLimiterException;
import io.weir.http.HttpGate;
import io.weir.metrics.GateMetrics;
import io.weir.testing.TcpProxy;
import io.weir.testing.TestRedis;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.redisson.Redisson;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;

/** Calls are counted and timed, answered or not. */
class RedisCallsTest {

    private final List<Charge> charges =
            List.of(Charge.of(Limit.of(100, Duration.ofMinutes(1)), "calls:" + UUID.randomUUID()));
    private final TcpProxy proxy = TcpProxy.to(TestRedis.shared().port());
    private final RedissonClient client = Redisson.create(config());

    private Config config() {
        Config config = new Config();
        config.useSingleServer()
                .setAddress(proxy.url())
                .setConnectionMinimumIdleSize(1)
                .setConnectionPoolSize(4);
        return config;
    }

    @AfterEach
    void stop() {
        client.shutdown();
        proxy.close();
    }

    private static RedisCalls calls(RateLimiter limiter) {
        return GateMetrics.of(HttpGate.builder().limiter(limiter).build())
                .redisCalls()
                .orElseThrow();
    }

    @Test
    void answersAreCountedAndTimed_andAListenerHearsOfEachUntilItLeaves() {
        RateLimiter limiter = RedissonRateLimiter.create(client, Duration.ofSeconds(5));
        RedisCalls calls = calls(limiter);
        LongAdder heardNanos = new LongAdder();
        LongAdder heardDecisions = new LongAdder();
        RedisListener listener = new RedisListener() {
            @Override
            public void answered(long nanos) {
                heardNanos.add(nanos);
            }

            @Override
            public void sent(int decisions) {
                heardDecisions.add(decisions);
            }
        };
        calls.listen(listener);
        limiter.acquire(charges);
        limiter.acquire(charges);
        calls.leave(listener);
        assertThat(calls.answered()).isEqualTo(2);
        assertThat(calls.answeredTime()).isPositive().hasNanos(heardNanos.sum());
        limiter.acquire(charges);
        assertThat(calls.answered()).isEqualTo(3);
        assertThat(calls.sentDecisions()).isEqualTo(3);
        assertThat(calls.sent()).isBetween(1L, 3L);
        assertThat(heardDecisions.sum()).isEqualTo(2);
        assertThat(calls.failed()).isZero();
    }

    @Test
    void roundTripsAreFewerThanDecisions_whenManyAskWhileRedisIsSlow() {
        RateLimiter limiter = RedissonRateLimiter.create(client, Duration.ofSeconds(20));
        RedisCalls calls = calls(limiter);
        limiter.acquire(charges);
        proxy.delayReplies(Duration.ofMillis(200));
        CompletableFuture.allOf(Stream.generate(() -> limiter.acquireAsync(charges))
                        .limit(50)
                        .toArray(CompletableFuture<?>[]::new))
                .join();
        assertThat(calls.sentDecisions()).isEqualTo(51);
        assertThat(calls.sent()).isLessThan(40);
        assertThat(calls.answered()).isEqualTo(51);
    }

    @Test
    void aCallHasFailed_whenNobodyWaitsForItAnyMore() {
        RateLimiter limiter = RedissonRateLimiter.create(client, Duration.ofMillis(200));
        RedisCalls calls = calls(limiter);
        proxy.blackHole();
        assertThatThrownBy(() -> limiter.acquire(charges)).isInstanceOf(RateLimiterException.class);
        assertThat(calls.failed()).isEqualTo(1);
        assertThat(calls.failedTime()).isGreaterThan(Duration.ofMillis(100));
        assertThat(calls.answered()).isZero();
    }
}
