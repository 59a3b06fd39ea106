package io.weir.metrics;

import io.weir.RateLimiter;
import io.weir.http.GateCounters;
import io.weir.http.HttpGate;
import io.weir.local.LocalRateLimiter;
import io.weir.redis.ConnectingRateLimiter;
import io.weir.redis.RedisCalls;
import io.weir.redis.RedissonRateLimiter;
import io.weir.resilience.BreakingRateLimiter;
import io.weir.resilience.DenialCache;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What of a gate counts something. Nothing is counted here: whoever shows metrics reads them where they are counted, so that
 * all show the same.
 *
 * <p>A limiter is found behind decorators that tell what they decorate ({@link RateLimiter#behind}), as all of Weir's do.
 */
public final class GateMetrics {

    private final String application;
    private final GateCounters counters;
    private @Nullable BreakingRateLimiter breaker;
    private @Nullable DenialCache denialCache;
    private @Nullable RedisCalls redisCalls;
    private @Nullable LocalRateLimiter local;

    private GateMetrics(HttpGate gate) {
        application = gate.application();
        counters = gate.counters();
        look(gate.limiter());
        gate.fallback().ifPresent(this::look);
    }

    /** Of a gate, whoever made it. */
    public static GateMetrics of(HttpGate gate) {
        return new GateMetrics(gate);
    }

    private void look(RateLimiter limiter) {
        if (limiter instanceof BreakingRateLimiter breaking) {
            breaker = breaking;
        } else if (limiter instanceof DenialCache cache) {
            denialCache = cache;
        } else if (limiter instanceof ConnectingRateLimiter connecting) {
            redisCalls = connecting.calls();
        } else if (limiter instanceof RedissonRateLimiter redisson) {
            redisCalls = redisson.calls();
        } else if (limiter instanceof LocalRateLimiter counting) {
            local = counting;
        }
        limiter.behind().ifPresent(this::look);
    }

    /** What keeps the counts of the gate apart from those of others. */
    public String application() {
        return application;
    }

    /** What the gate decided, by rule. */
    public GateCounters counters() {
        return counters;
    }

    /** What stops asking a Redis that does not answer, if anything does. */
    public Optional<BreakingRateLimiter> breaker() {
        return Optional.ofNullable(breaker);
    }

    /** What denies from memory, if anything does. */
    public Optional<DenialCache> denialCache() {
        return Optional.ofNullable(denialCache);
    }

    /** What Redis was asked, if it is. */
    public Optional<RedisCalls> redisCalls() {
        return Optional.ofNullable(redisCalls);
    }

    /** What counts in this JVM, if anything does: the fallback, or the limiter itself. */
    public Optional<LocalRateLimiter> local() {
        return Optional.ofNullable(local);
    }
}
