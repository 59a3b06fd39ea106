package io.weir.local;

import io.weir.Charge;
import io.weir.Decision;
import io.weir.Quota;
import io.weir.RateLimiter;
import java.time.Duration;
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

    /** A window, and two instants in microseconds. */
    private static final class Kept {
        private final Window window;
        private long wholeAt;
        private long blockedUntil;

        Kept(Window window) {
            this.window = window;
        }

        Check check(Charge charge, long now) {
            Check check = window.check(charge, now);
            return blockedUntil > now ? check.blocked(blockedUntil - now) : check;
        }

        boolean saysNothing(long now) {
            return wholeAt <= now && blockedUntil <= now;
        }
    }

    private final InstantSource clock;
    private final int maxKeys;
    private final Map<String, Kept> windows = new LinkedHashMap<>(16, 0.75f, true); // least recently used first
    private long ids;
    private long forgotten;

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
        long now = now();
        forgetWhole(now);

        // 2. Check every charge.
        List<Kept> kept = new ArrayList<>(charges.size());
        List<Check> checks = new ArrayList<>(charges.size());
        boolean allFit = true;
        for (Charge charge : charges) {
            Kept one = kept(charge);
            Check check = one.check(charge, now);
            kept.add(one);
            checks.add(check);
            allFit &= check.fits();
        }

        // 3. Record all or none.
        List<Quota> quotas = new ArrayList<>(charges.size());
        for (int i = 0; i < charges.size(); i++) {
            Charge charge = charges.get(i);
            Check answer = checks.get(i);
            if (allFit && charge.cost() > 0) {
                answer = kept.get(i).window.take(charge, answer, now, id);
                keep(charge, kept.get(i), now + answer.resetAfter());
            }
            quotas.add(answer.quota(charge));
        }
        return Decision.of(id, quotas, Decision.Source.LOCAL, Instant.EPOCH.plus(now, ChronoUnit.MICROS));
    }

    @Override
    public CompletableFuture<Decision> acquireAsync(List<Charge> charges) {
        return CompletableFuture.completedFuture(acquire(charges));
    }

    @Override
    public synchronized CompletableFuture<Void> refund(Decision decision) {
        if (decision.claimRefund()) {
            long at = ChronoUnit.MICROS.between(Instant.EPOCH, decision.at());
            for (Quota quota : decision.quotas()) {
                Kept kept = windows.get(quota.charge().key());
                if (kept != null && quota.charge().cost() > 0) {
                    long resetAfter = quota.resetAfter().toNanos() / 1000;
                    kept.window.refund(new Window.Taken(quota.charge(), decision.id(), at, resetAfter), now());
                }
            }
        }
        return CompletableFuture.completedFuture(null);
    }

    @Override
    public synchronized CompletableFuture<Void> reset(String key) {
        windows.remove(key);
        return CompletableFuture.completedFuture(null);
    }

    @Override
    public synchronized CompletableFuture<Void> block(Charge charge, Duration duration) {
        RateLimiter.requireBlock(duration);
        Kept kept = kept(charge);
        kept.blockedUntil = now() + duration.toNanos() / 1000;
        keep(charge, kept, kept.wholeAt);
        return CompletableFuture.completedFuture(null);
    }

    @Override
    public synchronized CompletableFuture<Void> unblock(Charge charge) {
        kept(charge).blockedUntil = 0;
        return CompletableFuture.completedFuture(null);
    }

    /** How many keys are remembered now. */
    public synchronized int keys() {
        return windows.size();
    }

    /** How many keys were forgotten for others, since this limiter was made: more than a few, and it is too small. */
    public synchronized long forgotten() {
        return forgotten;
    }

    private long now() {
        return ChronoUnit.MICROS.between(Instant.EPOCH, clock.instant());
    }

    private Kept kept(Charge charge) {
        Kept kept = windows.get(charge.key());
        return kept == null ? new Kept(Window.of(charge)) : kept;
    }

    private void keep(Charge charge, Kept kept, long wholeAt) {
        kept.wholeAt = Math.max(kept.wholeAt, wholeAt); // the clock may have stepped back
        windows.put(charge.key(), kept);
        if (windows.size() > maxKeys) {
            Iterator<String> leastRecent = windows.keySet().iterator();
            leastRecent.next();
            leastRecent.remove();
            forgotten++;
        }
    }

    /** Looks at the two least recently used keys each time, so that idle clients cost nothing for long. */
    private void forgetWhole(long now) {
        Iterator<Kept> leastRecent = windows.values().iterator();
        for (int i = 0; i < 2 && leastRecent.hasNext(); i++) {
            if (!leastRecent.next().saysNothing(now)) {
                return;
            }
            leastRecent.remove();
        }
    }
}
