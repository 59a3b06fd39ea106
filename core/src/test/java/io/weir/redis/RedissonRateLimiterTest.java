package io.weir.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.weir.Charge;
import io.weir.Decision;
import io.weir.Limit;
import io.weir.RateLimiter;
import io.weir.RateLimiterContract;
import io.weir.RateLimiterException;
import io.weir.testing.TestRedis;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.redisson.Redisson;
import org.redisson.api.RAtomicLong;
import org.redisson.api.RScript;
import org.redisson.api.RedissonClient;
import org.redisson.client.codec.Codec;
import org.redisson.client.codec.StringCodec;
import org.redisson.codec.JsonJacksonCodec;
import org.redisson.codec.Kryo5Codec;
import org.redisson.config.Config;
import org.redisson.config.ConstantDelay;

class RedissonRateLimiterTest extends RateLimiterContract {

    private static final Duration DEADLINE = Duration.ofSeconds(5);
    private static final Limit THREE = Limit.of(3, Duration.ofSeconds(10));

    private static RedissonClient client;

    private final String key = "test:{" + UUID.randomUUID() + "}";

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
        return new ScriptClock(RedissonRateLimiter.of(client, DEADLINE), clock);
    }

    @Override
    protected boolean holds(String stored) {
        return client.getKeys().countExists(stored) > 0;
    }

    @Test
    void clockIsTheServers_whenNoneIsGiven() {
        Instant before = serverTime();
        Decision decision = acquire(RedissonRateLimiter.create(client, DEADLINE));
        assertThat(decision.at()).isBetween(before, serverTime());
        assertThat(decision.source()).isEqualTo(Decision.Source.REDIS);
    }

    @Test
    void keyExpiresWithTheWindow_andNotBeforeIt() {
        acquire(RedissonRateLimiter.create(client, DEADLINE));
        long millis = client.getBucket(key).remainTimeToLive();
        assertThat(millis).isBetween(9_000L, 10_002L);
    }

    @Test
    void scriptIsLoadedAgain_whenRedisForgotIt() {
        withOwnServer(new Config(), (own, ownClient) -> {
            RateLimiter limiter = RedissonRateLimiter.create(ownClient, DEADLINE);
            acquire(limiter);
            limiter.reset(key).join();
            ownClient.getScript().scriptFlush();
            assertThat(IntStream.range(0, 4).mapToObj(i -> acquire(limiter).allowed()))
                    .containsExactly(true, true, true, false);
            ownClient.getScript().scriptFlush();
            limiter.reset(key).join();
            assertThat(acquire(limiter).allowed()).isTrue();
        });
    }

    static Stream<Codec> codecs() {
        return Stream.of(new Kryo5Codec(), StringCodec.INSTANCE, new JsonJacksonCodec());
    }

    @ParameterizedTest
    @MethodSource("codecs")
    void countsRight_whateverCodecTheClientHas(Codec codec) {
        Config config = new Config();
        config.setCodec(codec);
        config.useSingleServer().setAddress(TestRedis.shared().url());
        RedissonClient handedIn = Redisson.create(config);
        try {
            RateLimiter limiter = RedissonRateLimiter.create(handedIn, DEADLINE);
            assertThat(IntStream.range(0, 4).mapToObj(i -> acquire(limiter).allowed()))
                    .containsExactly(true, true, true, false);
            limiter.close();
            assertThat(handedIn.isShutdown()).isFalse();
        } finally {
            handedIn.shutdown();
        }
    }

    @Test
    void failureSaysWhy_whenTheKeyHoldsSomethingElse() {
        client.getList(key, StringCodec.INSTANCE).add("not a log");
        assertThatThrownBy(() -> acquire(RedissonRateLimiter.create(client, DEADLINE)))
                .isInstanceOf(RateLimiterException.class)
                .hasMessageContaining("WRONGTYPE");
    }

    @Test
    void interruptIsPreserved_whenAWaitingCallerIsInterrupted() {
        Config config = new Config();
        withOwnServer(config, (own, ownClient) -> {
            RateLimiter limiter = RedissonRateLimiter.create(ownClient, DEADLINE);
            own.pause();
            Thread.currentThread().interrupt();
            assertThatThrownBy(() -> acquire(limiter))
                    .isInstanceOf(RateLimiterException.class)
                    .hasMessageContaining("interrupted");
            assertThat(Thread.interrupted()).isTrue();
            own.resume();
        });
    }

    /** With a client that re-sends what is not answered within 200 ms, as Redisson does after 3 s by default. */
    @Test
    void chargedAtMostOnce_whenTheServerStalls_andTheClientHandedInRetries() {
        Config eager = new Config();
        eager.useSingleServer()
                .setTimeout(200)
                .setRetryAttempts(50)
                .setRetryDelay(new ConstantDelay(Duration.ofMillis(50)));
        withOwnServer(eager, (own, ownClient) -> {
            RateLimiter limiter = RedissonRateLimiter.create(ownClient, Duration.ofMillis(100));
            acquire(limiter);
            RAtomicLong control = ownClient.getAtomicLong("control");
            increment(ownClient).join();
            own.pause();
            CompletableFuture<Long> increment = increment(ownClient);
            assertThatThrownBy(() -> acquire(limiter))
                    .isInstanceOf(RateLimiterException.class)
                    .hasMessageContaining("100 ms");
            assertThat(increment).failsWithin(Duration.ofSeconds(1));
            own.resume();
            assertThat(increment).succeedsWithin(DEADLINE);
            await().untilAsserted(() -> assertThat(control.get())
                    .as("what this client sends as it was configured is counted again and again")
                    .isGreaterThan(2));
            assertThat(StoredLog.permits(ownClient, key))
                    .as("one before the stall, at most one during it")
                    .isBetween(1L, 2L);
        });
    }

    private static CompletableFuture<Long> increment(RedissonClient client) {
        return client.getScript(StringCodec.INSTANCE)
                .<Long>evalAsync(
                        RScript.Mode.READ_WRITE,
                        "return redis.call('INCR', KEYS[1])",
                        RScript.ReturnType.LONG,
                        List.of("control"))
                .toCompletableFuture();
    }

    private interface OwnServerCheck {
        void run(TestRedis server, RedissonClient client);
    }

    private static void withOwnServer(Config config, OwnServerCheck check) {
        try (TestRedis own = TestRedis.start()) {
            config.useSingleServer().setAddress(own.url());
            RedissonClient ownClient = Redisson.create(config);
            try {
                check.run(own, ownClient);
            } finally {
                ownClient.shutdown();
            }
        }
    }

    @Test
    void deadlineMustBePositive() {
        assertThatThrownBy(() -> RedissonRateLimiter.create(client, Duration.ZERO))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("1ms and more");
    }

    private Decision acquire(RateLimiter limiter) {
        return limiter.acquire(List.of(Charge.of(THREE, key)));
    }

    private static Instant serverTime() {
        List<Object> time = client.getScript(StringCodec.INSTANCE)
                .eval(RScript.Mode.READ_ONLY, "return redis.call('TIME')", RScript.ReturnType.LIST);
        return Instant.ofEpochSecond(
                Long.parseLong(time.get(0).toString()),
                Long.parseLong(time.get(1).toString()) * 1000);
    }
}
