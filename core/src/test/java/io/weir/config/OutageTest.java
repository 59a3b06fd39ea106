package io.weir.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.weir.http.HttpGate;
import io.weir.http.Verdict;
import io.weir.testing.Logged;
import io.weir.testing.TcpProxy;
import io.weir.testing.TestCall;
import io.weir.testing.TestRedis;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What requests see of a Redis that is stopped, paused or swallowed by the network, and how its limits come back. */
class OutageTest {

    private static final Duration DEADLINE = Duration.ofMillis(500);
    private static final int REQUESTS = 50;

    private final Logged log = new Logged();
    private TestRedis redis;

    @BeforeEach
    void startRedis() {
        redis = TestRedis.start();
    }

    @AfterEach
    void stop() {
        redis.close();
        log.close();
    }

    private static HttpGate gate(String url, String... settings) {
        Loading loading = Loading.settings("redis", url, "limit", "3/1h", "key", "header:X", "deadline", "500ms");
        for (int i = 0; i < settings.length; i += 2) {
            loading.settings().put(settings[i], settings[i + 1]);
        }
        return GateConfiguration.load(loading.settings(), loading.resources(), "outage", loading.variables());
    }

    private static int status(HttpGate gate, String client) {
        Verdict verdict = gate.decide(TestCall.get("/").header("X", client));
        return verdict instanceof Verdict.Reject reject ? reject.status() : 200;
    }

    private static List<Integer> statuses(HttpGate gate, String client, int requests) {
        return IntStream.range(0, requests).mapToObj(i -> status(gate, client)).toList();
    }

    private record Answer(int status, Duration after) {}

    private static Answer ask(HttpGate gate, String client) {
        long start = System.nanoTime();
        int status = status(gate, client);
        return new Answer(status, Duration.ofNanos(System.nanoTime() - start));
    }

    private static List<Answer> askTogether(HttpGate gate) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(REQUESTS);
        try {
            List<Callable<Answer>> requests = Stream.<Callable<Answer>>generate(() -> () -> ask(gate, "many"))
                    .limit(REQUESTS)
                    .toList();
            List<Answer> answers = new ArrayList<>();
            for (Future<Answer> answer : threads.invokeAll(requests)) {
                answers.add(answer.get());
            }
            return answers;
        } finally {
            threads.shutdownNow();
        }
    }

    /**
     * Each is answered by the policy within the deadline and a little; after a few, nobody waits any more. Of fifty threads
     * that a busy machine wakes at one instant, some may have to wait for a processor.
     */
    private static void assertNobodyWaitsLong(HttpGate gate, int status) throws Exception {
        List<Answer> together = askTogether(gate);
        assertThat(together)
                .hasSize(REQUESTS)
                .allSatisfy(answer -> assertThat(answer.status).isEqualTo(status));
        List<Duration> waits = together.stream().map(Answer::after).sorted().toList();
        assertThat(waits.get(REQUESTS * 9 / 10)).isLessThan(DEADLINE.plusMillis(100));
        assertThat(waits.get(REQUESTS - 1)).isLessThan(DEADLINE.plusSeconds(1));
        List<Duration> next = IntStream.range(0, 21)
                .mapToObj(i -> ask(gate, "next"))
                .peek(answer -> assertThat(answer.status).isEqualTo(status))
                .map(Answer::after)
                .sorted()
                .toList();
        assertThat(next.get(10)).isLessThan(Duration.ofMillis(5));
    }

    @Test
    void nobodyWaitsLong_whenRedisIsStopped() throws Exception {
        try (HttpGate gate = gate(redis.url(), "on-failure", "deny")) {
            assertThat(status(gate, "a")).isEqualTo(200);
            redis.close();
            assertNobodyWaitsLong(gate, 503);
        }
    }

    @Test
    void nobodyWaitsLong_whenRedisHangs() throws Exception {
        try (HttpGate gate = gate(redis.url(), "on-failure", "deny")) {
            assertThat(status(gate, "a")).isEqualTo(200);
            redis.pause();
            assertNobodyWaitsLong(gate, 503);
        } finally {
            redis.resume();
        }
    }

    @Test
    void nobodyWaitsLong_whenTheNetworkSwallowsEverything() throws Exception {
        try (TcpProxy proxy = TcpProxy.to(redis.port());
                HttpGate gate = gate(proxy.url(), "on-failure", "deny")) {
            assertThat(status(gate, "a")).isEqualTo(200);
            proxy.blackHole();
            assertNobodyWaitsLong(gate, 503);
            proxy.pass();
            await("decisions").atMost(Duration.ofSeconds(10)).until(() -> status(gate, "b") != 503);
        }
    }

    @Test
    void nobodyWaitsLong_whenTheVeryFirstContactIsSwallowed() throws Exception {
        try (ServerSocket nobodyAccepts = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                HttpGate gate = gate("redis://127.0.0.1:" + nobodyAccepts.getLocalPort(), "on-failure", "deny")) {
            assertNobodyWaitsLong(gate, 503);
        }
    }

    @Test
    void limitsHoldInThisJvm_andInRedisAgainSecondsAfterItsReturn() {
        try (HttpGate gate = gate(redis.url())) {
            assertThat(statuses(gate, "a", 4)).containsExactly(200, 200, 200, 429);
            redis.pause();
            assertThat(statuses(gate, "b", 20).subList(0, 4)).containsExactly(200, 200, 200, 429);
            assertThat(status(gate, "a")).as("denied a moment ago, by Redis").isEqualTo(429);
            assertThat(isDecidedAgain()).as("because of what is remembered").isFalse();
            redis.resume();
            await().atMost(Duration.ofSeconds(5)).until(() -> status(gate, "c") > 0 && isDecidedAgain());
            assertThat(log.news(HttpGate.class))
                    .hasSize(2)
                    .first()
                    .asString()
                    .startsWith("WARN Redis has an outage")
                    .contains("Redis did not answer within 500 ms");
        }
    }

    private boolean isDecidedAgain() {
        return log.messages().stream().anyMatch(line -> line.startsWith("Rate limits are decided in Redis again"));
    }

    @Test
    void limitsApplyWithoutRedeploying_whenRedisComesUpAfterTheApplication() throws IOException {
        int port = TestRedis.freePort();
        try (HttpGate gate = gate("redis://127.0.0.1:" + port, "on-failure", "deny")) {
            assertThat(statuses(gate, "a", 20)).containsOnly(503);
            try (TestRedis late = TestRedis.startOn(port)) {
                await(late.url()).atMost(Duration.ofSeconds(5)).until(() -> status(gate, "x") != 503);
                assertThat(statuses(gate, "a", 4)).containsExactly(200, 200, 200, 429);
            }
        }
    }

    @Test
    void oneClientFollowsThePolicyAndOneLineSaysWhy_whenItsKeyHoldsSomethingElse() {
        try (HttpGate gate = gate(redis.url(), "on-failure", "deny")) {
            await("Redis").until(() -> status(gate, "a") == 200);
            String key = redis.command("KEYS weir:outage:*").strip();
            redis.command("DEL " + key);
            redis.command("RPUSH " + key + " foreign");
            assertThat(statuses(gate, "a", 20)).containsOnly(503);
            assertThat(statuses(gate, "b", 4)).containsExactly(200, 200, 200, 429);
            assertThat(log.news(HttpGate.class))
                    .filteredOn(line -> !line.startsWith("INFO"))
                    .filteredOn(line -> !line.contains("not connected to Redis yet"))
                    .singleElement()
                    .asString()
                    .startsWith("ERROR Redis is misconfigured")
                    .doesNotContain("outage");
        }
    }

    @Test
    void interruptIsPreserved_whenARequestWaits() throws Exception {
        try (HttpGate gate = gate(redis.url(), "on-failure", "deny")) {
            assertThat(status(gate, "a")).isEqualTo(200);
            redis.pause();
            Thread.currentThread().interrupt();
            assertThat(status(gate, "a")).isEqualTo(503);
            assertThat(Thread.interrupted()).isTrue();
        } finally {
            redis.resume();
        }
    }

    @Test
    void requestsFollowThePolicy_whenTheGateIsClosedUnderThem() {
        HttpGate gate = gate(redis.url());
        assertThat(status(gate, "a")).isEqualTo(200);
        gate.close();
        assertThat(statuses(gate, "b", 4)).containsExactly(200, 200, 200, 429);
    }

    @Test
    void exactlyTheLimitIsAdmitted_whenManyAskAtOnceInAnOutage() throws Exception {
        redis.close();
        try (HttpGate gate = gate(redis.url())) {
            for (int round = 0; round < 20; round++) {
                String client = "round" + round;
                ConcurrentLinkedQueue<Integer> statuses = new ConcurrentLinkedQueue<>();
                ExecutorService threads = Executors.newFixedThreadPool(20);
                List<Callable<Boolean>> requests = Stream.<Callable<Boolean>>generate(
                                () -> () -> statuses.add(status(gate, client)))
                        .limit(200)
                        .toList();
                threads.invokeAll(requests);
                threads.shutdownNow();
                assertThat(statuses)
                        .hasSize(200)
                        .filteredOn(status -> status == 200)
                        .hasSize(3);
            }
        }
    }
}
