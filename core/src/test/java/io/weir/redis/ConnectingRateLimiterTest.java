package io.weir.redis;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.weir.Charge;
import io.weir.Limit;
import io.weir.RateLimiter;
import io.weir.RateLimiterException;
import io.weir.testing.TestRedis;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.redisson.Redisson;
import org.redisson.api.RedissonClient;

class ConnectingRateLimiterTest {

    private static final Duration DEADLINE = Duration.ofMillis(100);

    private final List<Charge> charges =
            List.of(Charge.of(Limit.of(3, Duration.ofSeconds(10)), "connecting:" + UUID.randomUUID()));

    private static ConnectingRateLimiter limiter(String url) {
        return ConnectingRateLimiter.create(RedisUrl.parse(url).config(), DEADLINE);
    }

    @Test
    void theFirstRequestIsCounted_whenRedisIsThere() {
        try (RateLimiter limiter = limiter(TestRedis.shared().url())) {
            assertThat(limiter.acquire(charges).quotas().get(0).remaining()).isEqualTo(2);
        }
    }

    @Test
    void theFirstContactLeavesNoKey() {
        try (TestRedis redis = TestRedis.start()) {
            limiter(redis.url()).close();

            RedissonClient client = redis.client();
            assertThat(client.getKeys().count()).isZero();
            client.shutdown();
        }
    }

    @Test
    void limitsApplyWithinSeconds_whenRedisComesUpLater() {
        int port = TestRedis.freePort();
        try (RateLimiter limiter = limiter("redis://127.0.0.1:" + port)) {
            assertThatThrownBy(() -> limiter.acquire(charges))
                    .isInstanceOf(RateLimiterException.class)
                    .hasMessage(
                            "not connected to Redis yet: cannot connect to 127.0.0.1:" + port + ": Connection refused");
            assertThat(limiter.acquireAsync(charges)).isCompletedExceptionally();

            try (TestRedis redis = TestRedis.startOn(port)) {
                await("decisions of " + redis.url()).atMost(5, SECONDS).until(() -> decides(limiter));
            }
        }
    }

    @Test
    void limitsApplyWithinSeconds_whenRedisWasGoneForAWhile() {
        int port = TestRedis.freePort();
        TestRedis redis = TestRedis.startOn(port);
        try (RateLimiter limiter = limiter(redis.url())) {
            assertThat(limiter.acquire(charges).allowed()).isTrue();
            redis.close();
            assertThatThrownBy(() -> limiter.acquire(charges)).isInstanceOf(RateLimiterException.class);

            try (TestRedis again = TestRedis.startOn(port)) {
                await("decisions of " + again.url()).atMost(5, SECONDS).until(() -> decides(limiter));
            }
        }
    }

    @Test
    void limitsApplyWithinSeconds_whenRedisHungAtTheStart() {
        try (TestRedis redis = TestRedis.start()) {
            redis.pause();
            RateLimiter limiter = limiter(redis.url());
            assertFailsWithinTheDeadline(limiter);
            await().atMost(5, SECONDS)
                    .untilAsserted(() -> assertThatThrownBy(() -> limiter.acquire(charges))
                            .hasMessage("not connected to Redis yet: no answer in time"));
            redis.resume();

            await().atMost(5, SECONDS).until(() -> decides(limiter));
            limiter.close();
        }
    }

    @Test
    void oneClientIsMade_whenRedisIsThereAndCannotDecideYet() throws IOException {
        AtomicInteger made = new AtomicInteger();
        try (BrokenRedis replica = new BrokenRedis("-READONLY You can't write against a read only replica.\r\n");
                FirstContact contact = FirstContact.own(
                        () -> {
                            made.incrementAndGet();
                            return Redisson.create(RedisUrl.parse(replica.url()).config());
                        },
                        DEADLINE)) {
            contact.start(Duration.ofSeconds(10));
            await().atMost(20, SECONDS).until(() -> replica.asked() >= 3);
            assertThat(made).hasValue(1);
            assertThatThrownBy(contact::limiter).hasMessageContaining("READONLY");
        }
    }

    @Test
    void itTriesAgain_whenAnAttemptRunsOutOfThreads() {
        AtomicInteger attempts = new AtomicInteger();
        try (FirstContact contact = FirstContact.own(
                () -> {
                    if (attempts.getAndIncrement() == 0) {
                        throw new OutOfMemoryError("unable to create native thread, as the test wants it");
                    }
                    return TestRedis.shared().client();
                },
                DEADLINE)) {
            contact.start(Duration.ofSeconds(10));
            await().atMost(10, SECONDS)
                    .ignoreExceptions()
                    .until(() -> contact.limiter().acquire(charges).allowed());
        }
    }

    @Test
    void theMessageSaysWhy_whenTheHostIsUnknown() {
        try (RateLimiter limiter = limiter("redis://redis.invalid")) {
            assertThatThrownBy(() -> limiter.acquire(charges))
                    .hasMessageStartingWith("not connected to Redis yet: cannot connect to redis.invalid:6379: ");
        }
    }

    @Test
    void everyRequestFailsAtOnce_whenNobodyAnswers() throws IOException {
        // The kernel completes the connection, nobody takes it: what is sent is never answered.
        try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            assertStartsAndFails(silent);
        }
    }

    @Test
    void everyRequestFailsAtOnce_whenPacketsAreSwallowed() throws IOException {
        // With a full backlog the kernel drops what wants to connect, as a firewall does.
        try (ServerSocket full = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                SocketChannel first = SocketChannel.open();
                SocketChannel second = SocketChannel.open();
                SocketChannel third = SocketChannel.open()) {
            for (SocketChannel channel : List.of(first, second, third)) {
                channel.configureBlocking(false);
                channel.connect(full.getLocalSocketAddress());
            }
            assertStartsAndFails(full);
        }
    }

    private void assertStartsAndFails(ServerSocket blackHole) {
        long start = System.nanoTime();
        try (RateLimiter limiter = limiter("redis://127.0.0.1:" + blackHole.getLocalPort())) {
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(3));
            for (int i = 0; i < 20; i++) {
                assertFailsWithinTheDeadline(limiter);
            }
        }
    }

    private void assertFailsWithinTheDeadline(RateLimiter limiter) {
        long start = System.nanoTime();
        assertThatThrownBy(() -> limiter.acquire(charges)).isInstanceOf(RateLimiterException.class);
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(DEADLINE.plusMillis(100));
    }

    @Test
    void aRequestWaitsNoLongerThanTheDeadline_whenRedisHangsAfterTheStart() {
        try (TestRedis redis = TestRedis.start();
                RateLimiter limiter = limiter(redis.url())) {
            assertThat(limiter.acquire(charges).allowed()).isTrue();
            redis.pause();
            try {
                assertFailsWithinTheDeadline(limiter);
            } finally {
                redis.resume();
            }
        }
    }

    @Test
    void closingLeavesNoThread() throws IOException {
        Set<Thread> before = threads();
        limiter(TestRedis.shared().url().replace("127.0.0.1", "localhost")).close();
        limiter("redis://127.0.0.1:" + TestRedis.freePort()).close();
        try (ServerSocket blackHole = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            limiter("redis://127.0.0.1:" + blackHole.getLocalPort()).close();
        }
        Set<Thread> after = threads();
        after.removeAll(before);
        assertThat(after).isEmpty();
    }

    @Test
    void callsFail_whenClosed() {
        RateLimiter limiter = limiter(TestRedis.shared().url());
        limiter.close();
        limiter.close();
        assertThatThrownBy(() -> limiter.acquire(charges)).hasMessage("the limiter is closed");
    }

    @Test
    void aClientThatWasHandedInStaysOpen() {
        RedissonClient client = TestRedis.shared().client();
        try (RateLimiter limiter = ConnectingRateLimiter.over(client, DEADLINE)) {
            assertThat(limiter.acquire(charges).allowed()).isTrue();
        }
        assertThat(client.isShutdown()).isFalse();
        client.shutdown();
    }

    @Test
    void noMessageHasThePassword_whenRedisRefusesIt() {
        String url = TestRedis.shared().url().replace("redis://", "redis://alice:sesame@");
        try (RateLimiter limiter = limiter(url)) {
            assertThatThrownBy(() -> limiter.acquire(charges))
                    .hasMessageStartingWith("Redis does not let us in: ")
                    .hasMessageContaining("WRONGPASS")
                    .hasMessageNotContaining("sesame");
        }
    }

    private boolean decides(RateLimiter limiter) {
        try {
            limiter.acquire(charges);
            return true;
        } catch (RateLimiterException e) {
            return false;
        }
    }

    private static Set<Thread> threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.isAlive() && thread.getName().matches("(redisson|weir|nioEventLoop|dns).*"))
                .collect(Collectors.toSet());
    }
}
