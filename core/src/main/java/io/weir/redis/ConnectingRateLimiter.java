package io.weir.redis;

import io.weir.Charge;
import io.weir.Decision;
import io.weir.RateLimiter;
import io.weir.RateLimiterException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.Supplier;
import org.redisson.Redisson;
import org.redisson.api.RedissonClient;
import org.redisson.client.codec.StringCodec;
import org.redisson.config.BaseConfig;
import org.redisson.config.Config;
import org.redisson.config.ConfigSupport;

/**
 * Counts in Redis from the moment when it can be reached: an application deploys with Redis down, and its limits apply
 * within seconds of Redis's coming up. Later outages are Redisson's to mend.
 *
 * <p>Until then every call fails at once, whether Redis refuses connections or swallows them: only a thread of this
 * limiter's own ever waits for the first contact. (Redisson's lazy initialization connects on the thread of whoever
 * calls first, {@code MasterSlaveConnectionManager.lazyConnect} of 4.7, and lets everyone else wait for it.)
 */
public final class ConnectingRateLimiter implements RateLimiter {

    /** How long the first contact may take before the application starts without it. */
    private static final Duration START = Duration.ofSeconds(2);

    /**
     * A connection that has not answered a ping when the next is due is closed ({@code PingConnectionHandler} of Redisson
     * 4.7); its default is 30 s.
     */
    private static final Duration PING = Duration.ofSeconds(2);

    private final FirstContact contact;

    private ConnectingRateLimiter(FirstContact contact) {
        this.contact = contact;
    }

    /**
     * Counts through a client of its own. Returns when it is connected, or the first attempt has failed, or two seconds
     * have passed, whichever is first; tries again every second.
     *
     * <p>A connection that has gone silent, as behind a firewall that forgot it, is given up within four seconds.
     *
     * @param config where Redis is; it is copied, and in the copy connecting is neither retried nor lazy, and pings come
     *     every two seconds at least
     * @param deadline the longest wait for a decision, 1 ms and more
     * @throws IllegalArgumentException if no server is configured, or the deadline is under 1 ms
     */
    public static ConnectingRateLimiter create(Config config, Duration deadline) {
        if (config.getCodec() == null) {
            config.setCodec(StringCodec.INSTANCE); // else the copy brings Kryo, which nothing here needs
        }
        Config copy = new Config(config).setLazyInitialization(false);
        BaseConfig<?> server = ConfigSupport.getConfig(copy);
        server.setRetryAttempts(0);
        if (server.getPingConnectionInterval() > PING.toMillis()) {
            server.setPingConnectionInterval((int) PING.toMillis());
        }
        Supplier<RedissonClient> clients = () -> {
            Probe.knock(copy);
            return Redisson.create(copy);
        };
        return started(FirstContact.own(clients, deadline));
    }

    /**
     * Counts through a client that is somebody else's and may not have connected yet; otherwise as {@link #create}.
     *
     * @param client stays the caller's: never closed, its configuration never changed
     * @param deadline the longest wait for a decision, 1 ms and more
     * @throws IllegalArgumentException if the deadline is under 1 ms
     */
    public static ConnectingRateLimiter over(RedissonClient client, Duration deadline) {
        return started(FirstContact.over(client, deadline));
    }

    private static ConnectingRateLimiter started(FirstContact contact) {
        contact.start(START);
        return new ConnectingRateLimiter(contact);
    }

    /** What Redis was asked to decide since the first contact. */
    public RedisCalls calls() {
        return contact.calls();
    }

    @Override
    public Decision acquire(List<Charge> charges) {
        return contact.limiter().acquire(charges);
    }

    @Override
    public CompletableFuture<Decision> acquireAsync(List<Charge> charges) {
        return later(limiter -> limiter.acquireAsync(charges));
    }

    @Override
    public CompletableFuture<Void> refund(Decision decision) {
        return later(limiter -> limiter.refund(decision));
    }

    @Override
    public CompletableFuture<Void> reset(String key) {
        return later(limiter -> limiter.reset(key));
    }

    @Override
    public CompletableFuture<Void> block(Charge charge, Duration duration) {
        return later(limiter -> limiter.block(charge, duration));
    }

    @Override
    public CompletableFuture<Void> unblock(Charge charge) {
        return later(limiter -> limiter.unblock(charge));
    }

    private <T> CompletableFuture<T> later(Function<RateLimiter, CompletableFuture<T>> call) {
        try {
            return call.apply(contact.limiter());
        } catch (RateLimiterException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    /** Stops connecting, and closes the client that this limiter created, with all of its threads. */
    @Override
    public void close() {
        contact.close();
    }
}
