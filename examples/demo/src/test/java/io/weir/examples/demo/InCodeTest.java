package io.weir.examples.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.Charge;
import io.weir.Decision;
import io.weir.Limit;
import io.weir.RateLimiter;
import io.weir.http.ClientKey;
import io.weir.http.FailurePolicy;
import io.weir.http.HttpGate;
import io.weir.http.Rule;
import io.weir.redis.RedisUrl;
import io.weir.redis.RedissonRateLimiter;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.redisson.Redisson;
import org.redisson.api.RedissonClient;

/** What core's README shows. */
class InCodeTest {

    private OwnRedis redis;
    private RedissonClient redisson;

    @BeforeEach
    void connect() throws Exception {
        redis = OwnRedis.start();
        redisson = Redisson.create(RedisUrl.parse(redis.url()).config());
    }

    @AfterEach
    void disconnect() {
        redisson.shutdown();
        redis.close();
    }

    @Test
    void theSixthAttemptIsDenied_whenALimiterAllowsFive() {
        RateLimiter limiter = RedissonRateLimiter.create(redisson, Duration.ofSeconds(1));
        Limit attempts = Limit.parse("5/15m").named("attempts");
        for (int attempt = 1; attempt <= 5; attempt++) {
            assertThat(limiter.acquire(List.of(Charge.of(attempts, "door:alice")))
                            .allowed())
                    .isTrue();
        }

        Decision decision = limiter.acquire(List.of(Charge.of(attempts, "door:alice")));
        boolean open = decision.allowed();
        Duration wait = decision.retryAfter().orElse(Duration.ZERO); // empty if allowed, or if no wait helps

        assertThat(open).isFalse();
        assertThat(wait).isBetween(Duration.ofMinutes(14), Duration.ofMinutes(15));
    }

    @Test
    void theGateHasItsRules_whenBuiltInCode() {
        RateLimiter limiter = RedissonRateLimiter.create(redisson, Duration.ofSeconds(1));
        Rule login = Rule.named("login")
                .paths("/login")
                .methods("POST")
                .key(ClientKey.parse("ip"))
                .limit(Limit.parse("5/15m"))
                .onFailure(FailurePolicy.DENY)
                .build();
        HttpGate gate = HttpGate.builder()
                .application("shop")
                .rule(login)
                .exclude("/health")
                .limiter(limiter)
                .build();

        assertThat(gate.rules()).hasToString("[login: [POST] [/login] by ip, [login: 5 per 15m]]");
    }
}
