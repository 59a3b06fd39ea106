package io.weir.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.Algorithm;
import io.weir.Charge;
import io.weir.Decision;
import io.weir.Limit;
import io.weir.RateLimiter;
import io.weir.redis.RedissonRateLimiter;
import io.weir.testing.TestRedis;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.redisson.api.RRateLimiter;
import org.redisson.api.RateType;
import org.redisson.api.RedissonClient;

/** What {@code docs/migration.md} shows, and says of Redisson's limiter. */
class MigrationTest {

    private static RedissonClient redisson;

    private final String client = "alice-" + UUID.randomUUID();

    @BeforeAll
    static void connect() {
        redisson = TestRedis.shared().client();
    }

    @AfterAll
    static void disconnect() {
        redisson.shutdown();
    }

    @Test
    void aBucketOfTwentyIsTwentyAtOnce_andAPaceOfTenAMinute() {
        RateLimiter limiter = RedissonRateLimiter.create(redisson, Duration.ofSeconds(5));
        Limit limit = Limit.parse("10/1m").countedBy(new Algorithm.Gcra(20)).named("orders");
        Charge twenty = new Charge(limit, "orders:{" + client + "}", 20);
        assertThat(limiter.acquire(List.of(twenty)).allowed()).isTrue();

        Decision decision = limiter.acquire(List.of(Charge.of(limit, "orders:{" + client + "}")));
        boolean served = decision.allowed();
        long left = decision.quotas().get(0).remaining();
        Duration wait = decision.retryAfter().orElse(Duration.ZERO);

        assertThat(served).isFalse();
        assertThat(left).isZero();
        assertThat(wait).isBetween(Duration.ofMillis(1), Duration.ofSeconds(6));
    }

    @Test
    void theSixthIsRefused_byRedissonsLimiterAndByThis() {
        RRateLimiter before = redisson.getRateLimiter("orders:" + client);
        before.trySetRate(RateType.OVERALL, 5, Duration.ofMinutes(1));
        for (int order = 1; order <= 5; order++) {
            assertThat(before.tryAcquire()).isTrue();
        }
        boolean servedBefore = before.tryAcquire();
        before.delete();

        RateLimiter limiter = RedissonRateLimiter.create(redisson, Duration.ofSeconds(5));
        Limit limit = Limit.parse("5/1m").named("orders");
        List<Charge> order = List.of(Charge.of(limit, "orders:{" + client + "}"));
        for (int i = 1; i <= 5; i++) {
            assertThat(limiter.acquire(order).allowed()).isTrue();
        }
        boolean served = limiter.acquire(order).allowed();

        assertThat(served).isEqualTo(servedBefore).isFalse();
    }

    @Test
    void redissonsLimiterStaysInRedis_andThrowsWhereACostNeverFits() {
        RRateLimiter before = redisson.getRateLimiter("orders:" + client);
        before.trySetRate(RateType.OVERALL, 5, Duration.ofMillis(1));
        assertThat(before.tryAcquire()).isTrue();
        assertThat(before.remainTimeToLive()).as("-1 is for ever").isEqualTo(-1);
        assertThatThrownBy(() -> before.tryAcquire(6)).hasMessageContaining("cannot exceed defined rate");
        before.delete();
    }

    @Test
    void bothLimitsHoldOrNeitherIsCharged() {
        RateLimiter limiter = RedissonRateLimiter.create(redisson, Duration.ofSeconds(5));
        String key = "ip:{" + client + "}";

        Limit second = Limit.parse("10/1s").named("second");
        Limit hour = Limit.parse("240/1h")
                .countedBy(new Algorithm.SlidingWindowBuckets(60))
                .named("hour");
        Decision decision =
                limiter.acquire(List.of(Charge.of(second, key + ":second"), Charge.of(hour, key + ":hour")));
        boolean overLimit = !decision.allowed();

        assertThat(overLimit).isFalse();
    }
}
