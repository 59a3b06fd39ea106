package io.weir.soak;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.http.HttpGate;
import io.weir.http.Verdict;
import io.weir.testing.TestCall;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Steady load from many threads on two nodes while Redis is stopped, paused, flushed and failed over at random. Whatever the
 * requests were told is checked in the end, by brute force: as long as Redis kept what it had counted no window held more
 * than its limit, nothing hung, and decisions came again after every fault.
 *
 * <p>A minute in every build; {@code -Psoak} takes ten. The seed is printed, and {@code -Dweir.soak.seed} repeats its faults.
 */
class SoakTest {

    private static final Duration LENGTH = Duration.parse(System.getProperty("weir.soak", "PT60S"));
    private static final long SEED =
            Long.getLong("weir.soak.seed", ThreadLocalRandom.current().nextLong());
    private static final Logger log = LoggerFactory.getLogger(SoakTest.class);
    private static final int THREADS = 32;
    private static final int CLIENTS = 16;
    private static final int LIMIT = 20;
    private static final Duration WINDOW = Duration.ofSeconds(2);
    private static final Duration DEADLINE = Duration.ofMillis(100);
    private static final Duration PAUSE = Duration.ofMillis(10);

    /** Within which decisions come again. */
    private static final Duration RECOVERY = Duration.ofSeconds(5);

    private volatile boolean over;

    @Test
    void limitsHold_whateverHappensToRedis() throws Exception {
        log.info("A soak of {} with seed {}", LENGTH, SEED);
        List<Journal> journals = Stream.generate(
                        () -> new Journal((int) (LENGTH.plusSeconds(60).toMillis() / PAUSE.toMillis())))
                .limit(THREADS)
                .toList();
        List<Fault> faults = new ArrayList<>();
        long early;
        long late;
        long end;
        try (Victim redis = new Victim();
                HttpGate one = redis.gate(LIMIT, WINDOW, DEADLINE);
                HttpGate other = redis.gate(LIMIT, WINDOW, DEADLINE)) {
            ExecutorService threads = Executors.newFixedThreadPool(THREADS);
            List<Future<?>> load = new ArrayList<>();
            for (int i = 0; i < THREADS; i++) {
                HttpGate gate = i % 2 == 0 ? one : other;
                Journal journal = journals.get(i);
                load.add(threads.submit(() -> ask(gate, journal)));
            }
            long start = System.nanoTime();
            long deadline = start + LENGTH.toNanos();
            Random random = new Random(SEED);
            rest(RECOVERY);
            early = usedHeap();
            while (System.nanoTime() < deadline) {
                Fault fault = redis.hurt(random);
                log.info("{} for {} ms", fault.what(), (fault.end() - fault.start()) / 1_000_000);
                faults.add(fault);
                rest(RECOVERY.plus(WINDOW).plusMillis(random.nextInt(1000)));
            }
            over = true;
            end = System.nanoTime();
            threads.shutdown();
            assertThat(threads.awaitTermination(10, TimeUnit.SECONDS))
                    .as("nothing hangs")
                    .isTrue();
            for (Future<?> thread : load) {
                thread.get();
            }
            late = usedHeap();
        }
        log.info("{} requests: {}", journals.stream().mapToInt(Journal::size).sum(), byStatus(journals));
        assertLaw(journals, faults);
        assertRecovery(journals, faults, end);
        assertLatency(journals);
        assertThat(late - early).as("bytes of heap more than at the start").isLessThan(48L << 20);
    }

    private void ask(HttpGate gate, Journal journal) {
        Random random = new Random();
        while (!over && !journal.isFull()) {
            int client = random.nextInt(CLIENTS);
            TestCall call = TestCall.get("/").header("X", Integer.toString(client));
            long asked = System.nanoTime();
            Verdict verdict = gate.decide(call);
            long answered = System.nanoTime();
            journal.add(client, asked, answered, verdict instanceof Verdict.Reject reject ? reject.status() : 200);
            LockSupport.parkNanos(PAUSE.toNanos());
        }
    }

    private static void rest(Duration time) {
        long until = System.nanoTime() + time.toNanos();
        while (System.nanoTime() < until) {
            LockSupport.parkNanos(until - System.nanoTime());
        }
    }

    private static Map<Integer, Long> byStatus(List<Journal> journals) {
        return journals.stream()
                .flatMap(journal -> IntStream.range(0, journal.size()).mapToObj(journal::status))
                .collect(Collectors.groupingBy(status -> status, TreeMap::new, Collectors.counting()));
    }

    private static long usedHeap() {
        System.gc();
        return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }

    private static void assertLaw(List<Journal> journals, List<Fault> faults) {
        for (int client = 0; client < CLIENTS; client++) {
            Admissions admissions = new Admissions();
            for (Journal journal : journals) {
                for (int i = 0; i < journal.size(); i++) {
                    if (journal.client(i) == client && journal.status(i) == 200) {
                        admissions.add(journal.asked(i), journal.answered(i));
                    }
                }
            }
            Admissions.Busiest most = admissions.mostWithin(WINDOW, faults);
            assertThat(most.admitted())
                    .as("admitted of client %d within a window from %d, seed %d, %s", client, most.from(), SEED, faults)
                    .isPositive()
                    .isLessThanOrEqualTo(LIMIT);
        }
    }

    private static void assertRecovery(List<Journal> journals, List<Fault> faults, long end) {
        for (Fault fault : faults) {
            long from = fault.end() + RECOVERY.toNanos();
            long to = Math.min(end, from + WINDOW.toNanos());
            long decided = journals.stream()
                    .mapToLong(journal -> IntStream.range(0, journal.size())
                            .filter(i -> journal.asked(i) >= from && journal.asked(i) < to && journal.status(i) != 503)
                            .count())
                    .sum();
            assertThat(decided)
                    .as("decisions %s after %s, seed %d", RECOVERY, fault, SEED)
                    .isPositive();
        }
    }

    private static void assertLatency(List<Journal> journals) {
        long[] all = journals.stream()
                .map(Journal::latencies)
                .flatMapToLong(Arrays::stream)
                .sorted()
                .toArray();
        assertThat(all).as("requests").hasSizeGreaterThan(1000);
        assertThat(Duration.ofNanos(all[(int) (all.length * 0.99)]))
                .as("the 99th percentile, seed %d", SEED)
                .isLessThanOrEqualTo(DEADLINE.plusMillis(50));
    }
}
