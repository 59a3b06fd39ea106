package io.weir.testing;

import io.weir.Charge;
import io.weir.Decision;
import io.weir.Limit;
import io.weir.RateLimiter;
import io.weir.RateLimiterException;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** Callers who ask all the time, each on for itself, and what became of it: nothing is refused, so every answer counts. */
public final class SteadyLoad implements AutoCloseable {

    /** More than any test asks. */
    private static final Limit ROOMY = Limit.of(1_000_000, Duration.ofHours(1));

    private final RateLimiter limiter;
    private final List<List<String>> clients;
    private final ScheduledExecutorService threads;
    private final AtomicLong asked = new AtomicLong();
    private final AtomicLong failed = new AtomicLong();
    private final AtomicLong longest = new AtomicLong();
    private final Queue<Admission> admissions = new ConcurrentLinkedQueue<>();
    private final Queue<Throwable> surprises = new ConcurrentLinkedQueue<>();
    private final Set<String> failures = ConcurrentHashMap.newKeySet();

    private record Admission(String key, long nanos) {}

    private SteadyLoad(RateLimiter limiter, List<List<String>> clients, int callers) {
        this.limiter = limiter;
        this.clients = clients;
        threads = Executors.newScheduledThreadPool(callers);
        for (int i = 0; i < callers; i++) {
            Future<?> unused = threads.scheduleWithFixedDelay(this::ask, i, 5, TimeUnit.MILLISECONDS);
        }
    }

    /**
     * Starts eight callers, each asking again 5 ms after it was answered, for one client after the other.
     *
     * @param clients the keys of each
     */
    public static SteadyLoad on(RateLimiter limiter, List<List<String>> clients) {
        return new SteadyLoad(limiter, clients, 8);
    }

    private void ask() {
        List<String> keys = clients.get((int) (asked.getAndIncrement() % clients.size()));
        List<Charge> charges = keys.stream().map(key -> Charge.of(ROOMY, key)).toList();
        long start = System.nanoTime();
        try {
            Decision decision = limiter.acquire(charges);
            if (!decision.allowed()) {
                surprises.add(new AssertionError("denied: " + decision));
            }
            keys.forEach(key -> admissions.add(new Admission(key, System.nanoTime())));
        } catch (RateLimiterException e) {
            failed.incrementAndGet();
            failures.add(beginning(e.getMessage()));
        } catch (RuntimeException | Error e) {
            surprises.add(e);
        }
        longest.accumulateAndGet(System.nanoTime() - start, Math::max);
    }

    /** Without the name of the channel and the arguments. */
    private static String beginning(String message) {
        return message.substring(0, Math.min(120, message.length()));
    }

    /** How many calls ended in a decision or a failure. */
    public long asked() {
        return asked.get();
    }

    /** How many calls failed with {@link RateLimiterException}, as they may. */
    public long failed() {
        return failed.get();
    }

    /** How they began, each once. */
    public Set<String> failures() {
        return Set.copyOf(failures);
    }

    /** Whatever else came out, which nothing should. */
    public List<Throwable> surprises() {
        return List.copyOf(surprises);
    }

    /** The longest that a caller waited. */
    public Duration longestWait() {
        return Duration.ofNanos(longest.get());
    }

    /** How many permits of a key callers have been told that they got. */
    public long admitted(String key) {
        return admissions.stream()
                .filter(admission -> admission.key.equals(key))
                .count();
    }

    /** As {@link #admitted(String)}, between two instants of {@link System#nanoTime}. */
    public long admitted(String key, long from, long to) {
        return admissions.stream()
                .filter(admission -> admission.key.equals(key) && admission.nanos >= from && admission.nanos < to)
                .count();
    }

    /** Ends it; returns when every caller has its answer. */
    @Override
    public void close() {
        threads.shutdown();
        try {
            if (!threads.awaitTermination(20, TimeUnit.SECONDS)) {
                throw new IllegalStateException("a caller hangs");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
