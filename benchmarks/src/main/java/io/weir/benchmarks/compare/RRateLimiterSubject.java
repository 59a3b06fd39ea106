package io.weir.benchmarks.compare;

import io.lettuce.core.ScriptOutputType;
import io.weir.Limit;
import java.util.List;
import org.redisson.Redisson;
import org.redisson.api.RateType;

/** Redisson's {@code RRateLimiter}, one per client, whose rate was set before its first request. */
final class RRateLimiterSubject implements Subject {

    /** Gives every client the rate of the first, as {@code trySetRate} left it: one call instead of ten thousand. */
    private static final String COPY_RATE = "local rate = redis.call('HGETALL', KEYS[1]) "
            + "for i = 0, ARGV[1] - 1 do redis.call('HSET', 'rratelimiter:{ip=' .. i .. '}', unpack(rate)) end";

    private final Redisson redisson;
    private final Connections connections;
    private final Limit limit;

    RRateLimiterSubject(Connections connections, Limit limit) {
        this.redisson = connections.redisson();
        this.connections = connections;
        this.limit = limit;
    }

    @Override
    public void prepare(int clients) {
        boolean ignored =
                redisson.getRateLimiter(name(0)).trySetRate(RateType.OVERALL, limit.permits(), limit.window());
        connections
                .strings()
                .sync()
                .eval(COPY_RATE, ScriptOutputType.STATUS, new String[] {name(0)}, Integer.toString(clients));
    }

    @Override
    public boolean acquire(int client) {
        return redisson.getRateLimiter(name(client)).tryAcquire();
    }

    private static String name(int client) {
        return "rratelimiter:{ip=" + client + "}";
    }

    /** The rate, the permits left, and who has them ({@code RedissonRateLimiter} of 4.7). */
    @Override
    public List<String> keys(int client) {
        return List.of(name(client), name(client) + ":value", name(client) + ":permits");
    }
}
