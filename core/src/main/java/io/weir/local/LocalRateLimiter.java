package io.weir.local;

import io.weir.Charge;
import io.weir.Decision;
import io.weir.Quota;
import io.weir.RateLimiter;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/**
 * Counts in this JVM: exact for a single node, one budget per node for several.
 *
 * <p>Memory is bounded: of more keys than {@code maxKeys} the least recently used is forgotten, which gives its client a
 * whole quota again. Keys whose permits have all left their window go by themselves.
 */
public final class LocalRateLimiter implements RateLimiter {

    /** How many keys are remembered unless said otherwise. */
    public static final int DEFAULT_MAX_KEYS = 100_000;

    /** A window and the instant, in microseconds, from which it says nothing more. */
    private static final class Kept {
        final Window window = new SlidingWindowLog();
        long whole;
    }

    private final InstantSource clock;
    private final int maxKeys;
    private final Map<String, Kept> windows = new LinkedHashMap<>(16, 0.75f, true); // least recently used first
    private long ids;

    private LocalRateLimiter(InstantSource clock, int maxKeys) {
        this.clock = clock;
        this.maxKeys = maxKeys;
    }

    /** Counts by the system clock and remembers at most {@link #DEFAULT_MAX_KEYS} keys. */
    public static LocalRateLimiter create() {
        return create(InstantSource.system(), DEFAULT_MAX_KEYS);
    }

    /**
     * Counts by the given clock.
     *
     * @param maxKeys how many keys are remembered, 1 and more
     * @throws IllegalArgumentException if {@code maxKeys} is less than 1
     */
    public static LocalRateLimiter create(InstantSource clock, int maxKeys) {
        if (maxKeys < 1) {
            throw new IllegalArgumentException("maxKeys is " + maxKeys + "; allowed: 1 and more");
        }
        return new LocalRateLimiter(clock, maxKeys);
    }

    /** The same three steps as {@code lua/acquire.lua}: read the clock, check every charge, record all or none. */
    @Override
    public synchronized Decision acquire(List<Charge> charges) {
        Charge.requireDistinctKeys(charges);
        String id = Long.toString(ids++);

        // 1. Read the clock.
        Instant at = clock.instant().truncatedTo(ChronoUnit.MICROS);
        long now = ChronoUnit.MICROS.between(Instant.EPOCH, at);
        forgetWhole(now);

        // 2. Check every charge.
        List<Kept> kept = new ArrayList<>(charges.size());
        List<Check> checks = new ArrayList<>(charges.size());
        boolean allFit = true;
        for (Charge charge : charges) {
            Kept one = windows.getOrDefault(charge.key(), new Kept());
            Check check = one.window.check(charge, now);
            kept.add(one);
            checks.add(check);
            allFit &= check.fits();
        }

        // 3. Record all or none.
        List<Quota> quotas = new ArrayList<>(charges.size());
        for (int i = 0; i < charges.size(); i++) {
            Charge charge = charges.get(i);
            Check answer = checks.get(i);
            Kept one = kept.get(i);
            if (allFit && charge.cost() > 0) {
                answer = one.window.take(charge, answer, now, id);
                one.whole = Math.max(one.whole, now + answer.resetAfter()); // the clock may have stepped back
                keep(charge.key(), one);
            }
            quotas.add(answer.quota(charge));
        }
        return Decision.of(id, quotas, Decision.Source.LOCAL, at);
    }

    @Override
    public CompletableFuture<Decision> acquireAsync(List<Charge> charges) {
        return CompletableFuture.completedFuture(acquire(charges));
    }

    @Override
    public synchronized CompletableFuture<Void> refund(Decision decision) {
        for (Quota quota : decision.quotas()) {
            Kept kept = windows.get(quota.charge().key());
            if (decision.allowed() && kept != null) {
                kept.window.refund(decision.id());
            }
        }
        return CompletableFuture.completedFuture(null);
    }

    @Override
    public synchronized CompletableFuture<Void> reset(String key) {
        windows.remove(key);
        return CompletableFuture.completedFuture(null);
    }

    /** How many keys are remembered now. */
    public synchronized int keys() {
        return windows.size();
    }

    private void keep(String key, Kept kept) {
        windows.put(key, kept);
        if (windows.size() > maxKeys) {
            Iterator<String> leastRecent = windows.keySet().iterator();
            leastRecent.next();
            leastRecent.remove();
        }
    }

    /** Looks at the two least recently used keys each time, so that idle clients cost nothing for long. */
    private void forgetWhole(long now) {
        Iterator<Kept> leastRecent = windows.values().iterator();
        for (int i = 0; i < 2 && leastRecent.hasNext(); i++) {
            if (leastRecent.next().whole > now) {
                return;
            }
            leastRecent.remove();
        }
    }
}
