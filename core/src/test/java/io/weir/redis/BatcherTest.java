package io.weir.redis;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.weir.Charge;
import io.weir.Decision;
import io.weir.Limit;
import io.weir.RateLimiter;
import io.weir.RateLimiterException;
import io.weir.testing.TcpProxy;
import io.weir.testing.TestCluster;
import io.weir.testing.TestRedis;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.redisson.Redisson;
import org.redisson.api.RScript;
import org.redisson.api.RedissonClient;
import org.redisson.client.codec.StringCodec;
import org.redisson.config.Config;
import org.redisson.misc.CompletableFutureWrapper;

/** Decisions of many threads at once, which share round trips. */
class BatcherTest {

    private static final Duration PATIENT = Duration.ofSeconds(20);
    private static final Duration DEADLINE = Duration.ofMillis(300);

    /** The deadline, and what two busy cores may add. */
    private static final Duration SOON = Duration.ofSeconds(3);

    private static TestRedis redis;
    private static RedissonClient direct;

    private final TcpProxy proxy = TcpProxy.to(redis.port());
    private final RedissonClient proxied = proxied();
    private final ExecutorService threads = Executors.newFixedThreadPool(64);
    private final String run = UUID.randomUUID().toString();

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
    void close() {
        threads.shutdownNow();
        proxied.shutdown();
        proxy.close();
    }

    private RedissonClient proxied() {
        Config config = new Config();
        config.useSingleServer().setAddress(proxy.url()).setConnectionMinimumIdleSize(4);
        return Redisson.create(config);
    }

    private Charge charge(String client, long permits) {
        return Charge.of(Limit.of(permits, Duration.ofMinutes(10)), run + ":{" + client + "}");
    }

    private static long charged(Charge charge) {
        return StoredLog.permits(direct, charge.key());
    }

    /** Sixty-four threads, each with so many turns. */
    private void everyThread(int turns, Consumer<Integer> turn) throws Exception {
        List<Future<?>> all = new ArrayList<>();
        for (int i = 0; i < 64; i++) {
            int first = i * turns;
            all.add(threads.submit(() -> IntStream.range(first, first + turns).forEach(turn::accept)));
        }
        for (Future<?> one : all) {
            one.get(60, SECONDS);
        }
    }

    @Test
    void everyDecisionCountsOnce_whenSixtyFourThreadsAskTwoHundredTimes() throws Exception {
        RateLimiter limiter = RedissonRateLimiter.create(proxied, PATIENT);
        AtomicInteger allowed = new AtomicInteger();
        everyThread(200, turn -> {
            if (limiter.acquire(List.of(charge("client" + turn % 8, 1_000))).allowed()) {
                allowed.incrementAndGet();
            }
        });
        assertThat(allowed).hasValue(8 * 1_000);
        for (int i = 0; i < 8; i++) {
            assertThat(charged(charge("client" + i, 1_000))).isEqualTo(1_000);
        }
    }

    @Test
    void answersGoToThoseWhoAsked_whenTheyShareARoundTrip() {
        RateLimiter limiter = RedissonRateLimiter.create(proxied, PATIENT);
        proxy.delayReplies(Duration.ofMillis(200));
        List<CompletableFuture<Decision>> decisions = IntStream.range(0, 300)
                .mapToObj(i -> limiter.acquireAsync(List.of(charge("own" + i, i + 1))))
                .toList();
        for (int i = 0; i < 300; i++) {
            Decision decision = decisions.get(i).join();
            assertThat(decision.quotas().get(0).charge()).isEqualTo(charge("own" + i, i + 1));
            assertThat(decision.quotas().get(0).remaining()).isEqualTo(i);
        }
    }

    @Test
    void theOthersAreDecided_whenSomebodyElseWroteTheKeyOfOne() {
        RateLimiter limiter = RedissonRateLimiter.create(proxied, PATIENT);
        direct.getList(charge("own7", 5).key(), StringCodec.INSTANCE).add("no log");
        proxy.delayReplies(Duration.ofMillis(200));
        List<CompletableFuture<Decision>> decisions = ask(limiter, "own", 60);
        for (int i = 0; i < 60; i++) {
            if (i == 7) {
                assertThatThrownBy(decisions.get(i)::join)
                        .hasCauseInstanceOf(RateLimiterException.class)
                        .hasMessageContaining("WRONGTYPE")
                        .hasMessageContaining("something else writes keys that begin with weir:");
            } else {
                assertThat(decisions.get(i).join().quotas().get(0).remaining()).isEqualTo(4);
            }
        }
    }

    @Test
    void everyRequestHasItsOwnInstant_andGetsItsOwnBack() {
        RateLimiter limiter = RedissonRateLimiter.create(proxied, PATIENT);
        proxy.delayReplies(Duration.ofMillis(200));
        List<Decision> decisions =
                IntStream.range(0, 100)
                        .mapToObj(i -> limiter.acquireAsync(List.of(charge("one", 1_000))))
                        .toList()
                        .stream()
                        .map(CompletableFuture::join)
                        .toList();
        proxy.pass();
        assertThat(decisions).extracting(Decision::at).doesNotHaveDuplicates();
        decisions.subList(10, 60).forEach(decision -> limiter.refund(decision).join());
        assertThat(charged(charge("one", 1_000))).isEqualTo(50);
    }

    /** Each time, some of a batch have run and others have not. */
    @Test
    void everyDecisionCountsOnce_whenScriptsAreFlushedAgainAndAgain() throws Exception {
        RateLimiter limiter = RedissonRateLimiter.create(proxied, PATIENT);
        AtomicInteger allowed = new AtomicInteger();
        everyThread(100, turn -> {
            if (turn % 200 == 7) {
                redis.command("SCRIPT FLUSH");
            }
            if (limiter.acquire(List.of(charge("flushed" + turn % 4, 10_000))).allowed()) {
                allowed.incrementAndGet();
            }
        });
        assertThat(allowed).hasValue(6_400);
        assertThat(IntStream.range(0, 4).mapToLong(i -> charged(charge("flushed" + i, 10_000))))
                .containsOnly(1_600L);
    }

    private enum Fault {
        BLACK_HOLE,
        DROP,
        DELAY,
        RESET;

        void beginAt(TcpProxy proxy) {
            switch (this) {
                case BLACK_HOLE -> proxy.blackHole();
                case DROP -> proxy.dropReplies();
                case DELAY -> proxy.delayReplies(Duration.ofSeconds(10));
                case RESET -> proxy.resetOnReply();
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void everyCallerReturnsInTime_andIsCountedAtMostOnce_when(Fault fault) throws Exception {
        RateLimiter limiter = RedissonRateLimiter.create(proxied, DEADLINE);
        await().until(() -> decides(limiter, charge("before", 1_000)));
        AtomicInteger answered = new AtomicInteger();
        everyThread(6, turn -> {
            if (turn == 100) {
                fault.beginAt(proxy);
            }
            long start = System.nanoTime();
            if (decides(limiter, charge("during" + turn, 5))) {
                answered.incrementAndGet();
            }
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(SOON);
        });
        proxy.pass();
        proxy.reset();
        await().atMost(10, SECONDS).until(() -> decides(limiter, charge("after", 1_000)));

        long counted = 0;
        for (int i = 0; i < 64 * 6; i++) {
            long once = charged(charge("during" + i, 5));
            assertThat(once).isLessThanOrEqualTo(1);
            counted += once;
        }
        assertThat(counted).isGreaterThanOrEqualTo(answered.get());
    }

    /** They wait for a flight that hangs, and are not sent when that is over. */
    @Test
    void whoGaveUpWhileWaitingIsNotCounted() {
        RateLimiter limiter = RedissonRateLimiter.create(proxied, Duration.ofSeconds(5));
        await().until(() -> decides(limiter, charge("before", 1_000)));
        proxy.delayReplies(Duration.ofSeconds(60));
        List<CompletableFuture<Decision>> underWay = ask(limiter, "sent", 2);
        List<CompletableFuture<Decision>> waiting = ask(limiter, "waiting", 50);
        waiting.subList(0, 25).forEach(one -> one.cancel(true));
        proxy.pass();
        underWay.forEach(CompletableFuture::join);
        waiting.subList(25, 50).forEach(CompletableFuture::join);
        for (int i = 0; i < 50; i++) {
            assertThat(charged(charge("waiting" + i, 5))).isEqualTo(i < 25 ? 0 : 1);
        }
    }

    private List<CompletableFuture<Decision>> ask(RateLimiter limiter, String client, int times) {
        return IntStream.range(0, times)
                .mapToObj(i -> limiter.acquireAsync(List.of(charge(client + i, 5))))
                .toList();
    }

    /** All of it fails: a reply is read when all of it is there. Redis ran it, and nobody sends it again. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void noDecisionCountsTwice_whenTheReplyToABatchEndsInTheMiddle(boolean connectionIsCut) {
        RateLimiter limiter = RedissonRateLimiter.create(proxied, Duration.ofSeconds(1));
        await().until(() -> decides(limiter, charge("before", 1_000)));
        proxy.stallRepliesAfter(0);
        List<CompletableFuture<Decision>> alone = ask(limiter, "alone", 2);
        List<CompletableFuture<Decision>> together = ask(limiter, "together", 100);
        proxy.stallRepliesAfter(40 * 2 + 40 * 20 + 5); // a reply of one charge has some 40 bytes
        await().until(() -> charged(charge("together99", 5)) == 1);
        if (connectionIsCut) {
            proxy.reset();
        }
        await().until(() -> together.stream().allMatch(CompletableFuture::isDone));
        proxy.pass();
        await().until(() -> decides(limiter, charge("after", 1_000)));

        assertThat(alone).anyMatch(one -> !one.isCompletedExceptionally());
        assertThat(together).anyMatch(CompletableFuture::isCompletedExceptionally);
        for (int i = 0; i < 100; i++) {
            assertThat(charged(charge("together" + i, 5))).isLessThanOrEqualTo(1);
        }
    }

    @Test
    void decisionsGoOn_whenRedissonNeverEndsACall() {
        AtomicInteger lost = new AtomicInteger();
        RateLimiter limiter = RedissonRateLimiter.create(losing(2, lost), Duration.ofMillis(50));
        List<CompletableFuture<Decision>> underWay = ask(limiter, "lost", 2);
        assertThat(lost).hasValue(2);
        assertThat(decides(limiter, charge("waiting", 5))).isFalse();
        await().atMost(10, SECONDS).until(() -> decides(limiter, charge("later", 1_000)));
        assertThat(underWay).noneMatch(CompletableFuture::isDone);
    }

    /** A client that forgets the first scripts it is told to run. */
    private RedissonClient losing(int calls, AtomicInteger lost) {
        RScript script = standIn(RScript.class, direct.getScript(StringCodec.INSTANCE), (method, real) -> {
            boolean loses = method.getName().equals("evalShaAsync") && lost.get() < calls;
            if (!loses) {
                return real.call();
            }
            lost.incrementAndGet();
            Object never = new CompletableFutureWrapper<>(new CompletableFuture<>());
            return never;
        });
        return standIn(
                RedissonClient.class,
                direct,
                (method, real) -> method.getName().equals("getScript") ? script : real.call());
    }

    private static <T> T standIn(Class<T> type, T real, Advice advice) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(),
                new Class<?>[] {type},
                (proxy, method, args) -> advice.apply(method, () -> method.invoke(real, args))));
    }

    private interface Advice {
        Object apply(Method method, Callable<Object> real) throws Exception;
    }

    private static boolean decides(RateLimiter limiter, Charge charge) {
        try {
            limiter.acquire(List.of(charge));
            return true;
        } catch (RateLimiterException e) {
            return false;
        }
    }

    @Test
    void clientsOfOtherMastersAreDecided_whileOneIsPaused() throws Exception {
        TestCluster cluster = TestCluster.start();
        RedissonClient client = cluster.client();
        try {
            RateLimiter limiter = RedissonRateLimiter.create(client, Duration.ofSeconds(2));
            List<Charge> paused = new ArrayList<>();
            List<Charge> others = new ArrayList<>();
            for (int i = 0; i < 60; i++) {
                Charge charge = charge("clustered" + i, 1_000);
                boolean first = client.getKeys().getSlot(charge.key()) < 16_384 / 3;
                (first ? paused : others).add(charge);
                limiter.acquire(List.of(charge));
            }
            cluster.masters().get(0).pause();
            try {
                List<CompletableFuture<Decision>> stuck = new ArrayList<>();
                for (Charge charge : paused) {
                    stuck.add(limiter.acquireAsync(List.of(charge)));
                }
                everyThread(20, turn -> limiter.acquire(List.of(others.get(turn % others.size()))));
                assertThat(stuck).isNotEmpty().noneMatch(one -> one.isDone() && !one.isCompletedExceptionally());
            } finally {
                cluster.masters().get(0).resume();
            }
            await().atMost(10, SECONDS).until(() -> decides(limiter, paused.get(0)));
            long counted = 0;
            for (Charge charge : others) {
                counted += StoredLog.permits(client, charge.key());
            }
            assertThat(counted).isEqualTo(others.size() + 64L * 20);
        } finally {
            client.shutdown();
            cluster.close();
        }
    }
}
