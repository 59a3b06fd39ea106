package io.weir.redis;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.weir.Charge;
import io.weir.Limit;
import io.weir.RateLimiter;
import io.weir.RateLimiterException;
import io.weir.testing.TcpProxy;
import io.weir.testing.TestRedis;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.redisson.Redisson;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;
import org.redisson.config.ConstantDelay;

/** A call is counted once or not at all, whatever becomes of it on the way, and its caller never waits for long. */
class AtMostOnceTest {

    private static final Duration DEADLINE = Duration.ofMillis(100);

    /** Far more than a caller should wait, far less than any time-out of Redisson's. */
    private static final Duration SOON = Duration.ofSeconds(2);

    private static final int TOGETHER = 50;

    private enum Fault {
        REPLIES_ARE_DROPPED,
        REPLIES_COME_TOO_LATE,
        CONNECTIONS_ARE_RESET_INSTEAD_OF_A_REPLY,
        A_REPLY_STOPS_HALF_WAY,
        EVERYTHING_IS_SWALLOWED;

        void beginAt(TcpProxy proxy) {
            switch (this) {
                case REPLIES_ARE_DROPPED -> proxy.dropReplies();
                case REPLIES_COME_TOO_LATE -> proxy.delayReplies(Duration.ofSeconds(5));
                case CONNECTIONS_ARE_RESET_INSTEAD_OF_A_REPLY -> proxy.resetOnReply();
                case A_REPLY_STOPS_HALF_WAY -> proxy.stallRepliesAfter(3);
                case EVERYTHING_IS_SWALLOWED -> proxy.blackHole();
            }
        }

        /** How often a lone call is counted. */
        int charged() {
            return this == EVERYTHING_IS_SWALLOWED ? 0 : 1;
        }
    }

    private enum Whose {
        /** As an application has it that only names its Redis. */
        OURS,
        /** Configured by somebody who wants every command to succeed. */
        EAGER
    }

    private static TestRedis redis;
    private static RedissonClient direct;

    private final TcpProxy proxy = TcpProxy.to(redis.port());
    private final ExecutorService threads = Executors.newFixedThreadPool(TOGETHER);
    private final List<AutoCloseable> opened = new ArrayList<>();
    private final String run = UUID.randomUUID().toString();
    private final AtomicInteger calls = new AtomicInteger();

    @BeforeAll
    static void start() {
        redis = TestRedis.start();
        direct = redis.client();
    }

    @AfterAll
    static void stop() {
        direct.shutdown();
        redis.close();
    }

    @AfterEach
    void close() throws Exception {
        threads.shutdownNow();
        for (AutoCloseable one : opened) {
            one.close();
        }
        proxy.close();
    }

    private RateLimiter ours() {
        RateLimiter limiter =
                ConnectingRateLimiter.create(RedisUrl.parse(proxy.url()).config(), DEADLINE);
        opened.add(limiter);
        return limiter;
    }

    private RedissonClient application(boolean eager) {
        Config config = new Config();
        config.useSingleServer().setAddress(proxy.url());
        if (eager) { // otherwise: 3 s, four more attempts, 1 to 2 s between them
            config.useSingleServer()
                    .setTimeout(200)
                    .setRetryAttempts(20)
                    .setRetryDelay(new ConstantDelay(Duration.ofMillis(50)));
        }
        RedissonClient client = Redisson.create(config);
        opened.add(client::shutdown);
        return client;
    }

    static Stream<Arguments> clientsAndFaults() {
        return Stream.of(Whose.OURS, Whose.EAGER)
                .flatMap(whose -> Stream.of(Fault.values()).map(fault -> Arguments.of(whose, fault)));
    }

    @ParameterizedTest
    @MethodSource("clientsAndFaults")
    void everyCallIsCountedAtMostOnce_when(Whose whose, Fault fault) throws Exception {
        RedissonClient client = whose == Whose.OURS ? null : application(true);
        RateLimiter limiter = client == null ? ours() : RedissonRateLimiter.create(client, DEADLINE);
        await().until(() -> decides(limiter, "warm"));
        long evalsBefore = proxy.commands("EVALSHA");
        calls.set(0);

        fault.beginAt(proxy);
        assertFailsSoon(limiter, "alone");
        await().untilAsserted(() -> assertThat(charged("alone")).isEqualTo(fault.charged()));
        askTogether(limiter, "together");
        if (client != null
                && fault != Fault.CONNECTIONS_ARE_RESET_INSTEAD_OF_A_REPLY) { // there, none is left to send on
            control(client);
            await("what the client sends as it was configured is sent again").until(() -> proxy.commands("SET") >= 3);
        }
        proxy.pass();
        proxy.reset();
        await().atMost(10, SECONDS).until(() -> decides(limiter, "after"));

        assertThat(charged("alone")).isEqualTo(fault.charged());
        assertChargedAtMostOnceEach("together");
        assertThat(proxy.commands("EVALSHA") - evalsBefore).isLessThanOrEqualTo(calls.get());
    }

    /** What was lost cannot be mended, so it is the connection that must be given up: within 4 s. */
    @Test
    void limitsApplyAgainWithinSeconds_whenOpenConnectionsAreDeadForGood() {
        Config config = new Config();
        config.useSingleServer().setAddress(proxy.url()).setConnectionMinimumIdleSize(1);
        RateLimiter limiter = ConnectingRateLimiter.create(config, DEADLINE);
        opened.add(limiter);
        await().until(() -> decides(limiter, "before"));
        proxy.blackHole();
        assertFailsSoon(limiter, "during");
        proxy.pass();

        await().atMost(10, SECONDS).until(() -> decides(limiter, "after"));
        assertThat(charged("during")).isZero();
    }

    @ParameterizedTest
    @EnumSource
    void callersFailSoon_whenNobodyListens_andDecideAgainSoon(Whose whose) throws Exception {
        RateLimiter limiter = whose == Whose.OURS ? ours() : RedissonRateLimiter.create(application(true), DEADLINE);
        await().until(() -> decides(limiter, "before"));
        proxy.refuse();
        askTogether(limiter, "during");
        proxy.pass();

        await().atMost(10, SECONDS).until(() -> decides(limiter, "after"));
        assertChargedAtMostOnceEach("during");
    }

    @Test
    void theInterruptIsKept_whenACallerWaitsForALostReply() {
        RateLimiter limiter = RedissonRateLimiter.create(application(true), Duration.ofSeconds(30));
        await().until(() -> decides(limiter, "before"));
        proxy.dropReplies();
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> ask(limiter, "during"))
                .isInstanceOf(RateLimiterException.class)
                .hasMessageContaining("interrupted");
        assertThat(Thread.interrupted()).isTrue();
        assertThat(charged("during")).isLessThanOrEqualTo(1);
    }

    /** Twelve seconds, in which a client with Redisson's defaults sends a command of its own three times. */
    @Test
    void everyCallIsCountedAtMostOnce_whenRedisStallsForTwelveSeconds_andTheClientHasRedissonsDefaults()
            throws Exception {
        RedissonClient client = application(false);
        RateLimiter theirs = RedissonRateLimiter.create(client, DEADLINE);
        RateLimiter ours = ours();
        await().until(() -> decides(theirs, "warm") && decides(ours, "warm"));
        long evalsBefore = proxy.commands("EVALSHA");
        calls.set(0);
        for (Fault fault : Fault.values()) {
            fault.beginAt(proxy);
            assertFailsSoon(theirs, "alone" + fault);
            askTogether(theirs, "theirs" + fault);
            proxy.pass();
            proxy.reset();
            await().until(() -> decides(theirs, "between"));
        }

        long start = System.nanoTime();
        redis.pause();
        try {
            control(client);
            assertFailsSoon(theirs, "alone");
            askTogether(theirs, "theirs");
            askTogether(ours, "ours");
            await().atMost(20, SECONDS)
                    .until(() -> proxy.commands("SET") >= 3 && since(start).toSeconds() >= 12);
        } finally {
            redis.resume();
        }
        await().until(() -> decides(theirs, "after") && decides(ours, "after"));

        assertThat(charged("alone")).isLessThanOrEqualTo(1);
        assertChargedAtMostOnceEach("theirs");
        assertChargedAtMostOnceEach("ours");
        for (Fault fault : Fault.values()) {
            assertThat(charged("alone" + fault)).isLessThanOrEqualTo(1);
            assertChargedAtMostOnceEach("theirs" + fault);
        }
        assertThat(proxy.commands("EVALSHA") - evalsBefore).isLessThanOrEqualTo(calls.get());
    }

    /** A command that the client sends again as it was configured to. */
    private void control(RedissonClient client) {
        Future<Void> unused = client.getBucket(run + "control").setAsync("x");
    }

    private void ask(RateLimiter limiter, String key) {
        calls.incrementAndGet();
        limiter.acquire(List.of(Charge.of(Limit.of(100, Duration.ofMinutes(10)), run + key)));
    }

    private boolean decides(RateLimiter limiter, String key) {
        try {
            ask(limiter, key);
            return true;
        } catch (RateLimiterException e) {
            return false;
        }
    }

    private void assertFailsSoon(RateLimiter limiter, String key) {
        long start = System.nanoTime();
        assertThatThrownBy(() -> ask(limiter, key)).isInstanceOf(RateLimiterException.class);
        assertThat(since(start)).isLessThan(SOON);
    }

    /** Fifty calls at once, each with a key of its own. */
    private void askTogether(RateLimiter limiter, String key) throws Exception {
        List<Future<?>> all = new ArrayList<>();
        for (int i = 0; i < TOGETHER; i++) {
            String one = key + i;
            all.add(threads.submit(() -> {
                assertFailsSoon(limiter, one);
                assertThat(Thread.currentThread().isInterrupted()).isFalse();
            }));
        }
        for (Future<?> one : all) {
            one.get(10, SECONDS);
        }
    }

    private void assertChargedAtMostOnceEach(String key) {
        for (int i = 0; i < TOGETHER; i++) {
            assertThat(charged(key + i)).as(key + i).isLessThanOrEqualTo(1);
        }
    }

    private long charged(String key) {
        return StoredLog.permits(direct, run + key);
    }

    private static Duration since(long start) {
        return Duration.ofNanos(System.nanoTime() - start);
    }
}
