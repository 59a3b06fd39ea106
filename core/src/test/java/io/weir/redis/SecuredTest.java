package io.weir.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.weir.Charge;
import io.weir.Limit;
import io.weir.RateLimiter;
import io.weir.RateLimiterException;
import io.weir.http.HttpGate;
import io.weir.testing.TestSecuredRedis;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.redisson.config.Config;

/** By TLS, as a user with a password. */
class SecuredTest {

    private static final List<Charge> CHARGES =
            List.of(Charge.of(Limit.of(3, Duration.ofMinutes(10)), "secured:" + UUID.randomUUID()));

    private static TestSecuredRedis redis;

    @BeforeAll
    static void start() {
        redis = TestSecuredRedis.start();
    }

    @AfterAll
    static void stop() {
        redis.close();
    }

    private static RateLimiter limiter(String url, boolean trusting) throws IOException {
        Config config = RedisUrl.parse(url).config();
        if (trusting) {
            config.setSslTruststore(redis.trustStore().toUri().toURL()).setSslTruststorePassword(redis.trustPassword());
        }
        return ConnectingRateLimiter.create(config, Duration.ofSeconds(5));
    }

    @Test
    void exactlyTheLimitIsAdmitted_whenAUrlSaysWhereRedisIs() throws IOException {
        try (RateLimiter limiter = limiter(redis.url(), true)) {
            await().until(() -> connected(limiter));
            assertThat(IntStream.range(0, 4)
                            .mapToObj(i -> limiter.acquire(CHARGES).allowed()))
                    .containsExactly(true, true, true, false);
        }
    }

    @Test
    void requestsAreLimited_whenAFileOfRedissonSaysWhereRedisIs() {
        try (HttpGate gate = GateOverRedisson.gate(redis.yaml())) {
            assertThat(GateOverRedisson.fourRequests(gate, "alice")).containsExactly(200, 200, 200, 429);
        }
    }

    @Test
    void theMessageSaysWhy_whenTheCertificateIsNotTrusted() throws IOException {
        assertNeverConnected(redis.url(), false, "not connected to Redis yet: ", "certificat");
    }

    @Test
    void theMessageSaysWhy_whenThePasswordIsWrong() throws IOException {
        assertNeverConnected(redis.urlOfAStranger(), true, "Redis does not let us in: ", "WRONGPASS");
    }

    private static boolean connected(RateLimiter limiter) {
        try {
            limiter.peek(CHARGES);
            return true;
        } catch (RateLimiterException e) {
            return false;
        }
    }

    private static void assertNeverConnected(String url, boolean trusting, String what, String why) throws IOException {
        try (RateLimiter limiter = limiter(url, trusting)) {
            await().untilAsserted(() -> assertThatThrownBy(() -> limiter.acquire(CHARGES))
                    .hasMessageStartingWith(what)
                    .hasMessageContaining(why)
                    .hasMessageNotContaining("s3cr")
                    .hasMessageNotContaining("guessed"));
        }
    }
}
