package io.weir.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.Charge;
import io.weir.Decision;
import io.weir.Limit;
import io.weir.RateLimiter;
import io.weir.SlidingLaw;
import io.weir.testing.TestRedis;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.redisson.api.RedissonClient;

/** Many threads on two nodes, one Redis, the server's clock. */
class ConcurrencyTest {

    private final List<RedissonClient> clients = new ArrayList<>();
    private final List<RateLimiter> nodes = new ArrayList<>();
    private final ExecutorService threads = Executors.newFixedThreadPool(32);
    private final String key = "concurrent:{" + UUID.randomUUID() + "}";

    @BeforeEach
    void connect() {
        for (int i = 0; i < 2; i++) {
            RedissonClient client = TestRedis.shared().client();
            clients.add(client);
            nodes.add(RedissonRateLimiter.create(client, Duration.ofSeconds(10)));
        }
    }

    @AfterEach
    void disconnect() {
        threads.shutdownNow();
        clients.forEach(RedissonClient::shutdown);
    }

    @Test
    void exactlyTheLimitIsAdmitted_whenTwoHundredRequestsRace_twentyTimes() throws Exception {
        Limit limit = Limit.of(10, Duration.ofMinutes(10));
        for (int round = 0; round < 20; round++) {
            List<Charge> charges = List.of(Charge.of(limit, key + round));
            assertThat(admitted(200, i -> nodes.get(i % 2).acquire(charges)))
                    .as("round %d", round)
                    .hasSize(10);
        }
    }

    @Test
    void twoNodesShareOneWindow_whenTheyAlternate() {
        List<Charge> charges = List.of(Charge.of(Limit.of(3, Duration.ofMinutes(10)), key));
        List<Boolean> answers = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            answers.add(nodes.get(i % 2).acquire(charges).allowed());
        }
        assertThat(answers).containsExactly(true, true, true, false, false, false);
    }

    @Test
    void noWindowExceedsTheLimit_whenThirtyTwoThreadsPressForManyWindows() throws Exception {
        Duration window = Duration.ofMillis(200);
        List<Charge> charges = List.of(Charge.of(Limit.of(20, window), key));
        Queue<Long> admitted = new ConcurrentLinkedQueue<>();
        Instant end = nodes.get(0).acquire(charges).at().plusSeconds(3);
        List<Future<?>> pressing = new ArrayList<>();
        for (int i = 0; i < 32; i++) {
            RateLimiter node = nodes.get(i % 2);
            pressing.add(threads.submit(() -> {
                Decision decision;
                do {
                    decision = node.acquire(charges);
                    if (decision.allowed()) {
                        admitted.add(ChronoUnit.MICROS.between(Instant.EPOCH, decision.at()));
                    }
                } while (decision.at().isBefore(end));
            }));
        }
        for (Future<?> one : pressing) {
            one.get();
        }
        SlidingLaw.check(List.copyOf(admitted), 20, 200_000);
        assertThat(admitted).as("a limiter that admits nothing keeps every law").hasSizeGreaterThan(5 * 20);
    }

    private interface Request {
        Decision send(int number);
    }

    private List<Decision> admitted(int requests, Request request) throws Exception {
        CountDownLatch start = new CountDownLatch(1);
        List<Future<Decision>> results = new ArrayList<>();
        for (int i = 0; i < requests; i++) {
            int number = i;
            Callable<Decision> call = () -> {
                start.await();
                return request.send(number);
            };
            results.add(threads.submit(call));
        }
        start.countDown();
        List<Decision> admitted = new ArrayList<>();
        for (Future<Decision> result : results) {
            if (result.get().allowed()) {
                admitted.add(result.get());
            }
        }
        return admitted;
    }
}
