package io.weir.metrics;

import io.weir.RateLimiterException.Kind;
import io.weir.http.GateCounters;
import io.weir.http.RuleCounters;
import io.weir.local.LocalRateLimiter;
import io.weir.redis.RedisCalls;
import io.weir.resilience.BreakingRateLimiter;
import io.weir.resilience.DenialCache;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToLongFunction;

/** Reads what JMX shows. */
final class RateLimits implements RateLimitsMXBean {

    private final GateMetrics metrics;

    RateLimits(GateMetrics metrics) {
        this.metrics = metrics;
    }

    @Override
    public String getApplication() {
        return metrics.application();
    }

    @Override
    public Map<String, RuleStatistics> getRules() {
        Map<String, RuleStatistics> rules = new TreeMap<>();
        for (RuleCounters rule : metrics.counters().rules()) {
            rules.put(rule.rule(), new RuleStatistics(rule));
        }
        return rules;
    }

    @Override
    public boolean isBreakerOpen() {
        return metrics.breaker().map(BreakingRateLimiter::isOpen).orElse(false);
    }

    @Override
    public long getRedisCallsAnswered() {
        return redis(RedisCalls::answered);
    }

    @Override
    public long getRedisCallsFailed() {
        return redis(RedisCalls::failed);
    }

    @Override
    public double getRedisCallMeanMillis() {
        return mean(redis(calls -> calls.answeredTime().toNanos()), redis(RedisCalls::answered)) / 1e6;
    }

    @Override
    public double getRedisBatchMeanSize() {
        return mean(redis(RedisCalls::sentDecisions), redis(RedisCalls::sent));
    }

    @Override
    public long getUndecidedInOutage() {
        return counters().undecided(Kind.OUTAGE);
    }

    @Override
    public long getUndecidedMisconfigured() {
        return counters().undecided(Kind.MISCONFIGURED);
    }

    @Override
    public long getDenialCacheSize() {
        return metrics.denialCache().map(DenialCache::size).orElse(0L);
    }

    @Override
    public long getDenialCacheHits() {
        return metrics.denialCache().map(DenialCache::hits).orElse(0L);
    }

    @Override
    public long getLocalKeys() {
        return metrics.local().map(local -> (long) local.keys()).orElse(0L);
    }

    @Override
    public long getLocalKeysForgotten() {
        return metrics.local().map(LocalRateLimiter::forgotten).orElse(0L);
    }

    @Override
    public long getAddressesUnresolved() {
        return counters().addressesUnresolved();
    }

    private GateCounters counters() {
        return metrics.counters();
    }

    private long redis(ToLongFunction<RedisCalls> number) {
        return metrics.redisCalls().map(number::applyAsLong).orElse(0L);
    }

    private static double mean(long sum, long count) {
        return count == 0 ? 0 : (double) sum / count;
    }
}
