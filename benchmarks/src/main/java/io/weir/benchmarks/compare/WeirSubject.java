package io.weir.benchmarks.compare;

import io.weir.Charge;
import io.weir.Limit;
import io.weir.RateLimiter;
import io.weir.resilience.DenialCache;
import java.util.List;

/** Weir as {@code GateConfiguration} puts it together: the cache of denials before the breaker before Redisson. */
final class WeirSubject implements Subject {

    private final RateLimiter limiter;
    private final Limit limit;

    WeirSubject(Connections connections, Limit limit) {
        this.limiter = DenialCache.before(connections.weir());
        this.limit = limit.named("api");
    }

    @Override
    public boolean acquire(int client) {
        return limiter.acquire(List.of(Charge.of(limit, key(client)))).allowed();
    }

    /** In the form of a gate's. */
    private String key(int client) {
        return "weir:benchmarks:1:{ip=" + client + "}:api:api:"
                + limit.algorithm().code();
    }

    @Override
    public List<String> keys(int client) {
        return List.of(key(client));
    }
}
