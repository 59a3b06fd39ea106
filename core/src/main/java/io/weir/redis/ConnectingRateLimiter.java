package io.weir.redis;

import io.weir.Charge;
import io.weir.Decision;
import io.weir.Limit;
import io.weir.RateLimiter;
import io.weir.RateLimiterException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.redisson.Redisson;
import org.redisson.api.RedissonClient;
import org.redisson.client.RedisConnectionException;
import org.redisson.client.RedisException;
import org.redisson.client.RedisTimeoutException;
import org.redisson.client.codec.StringCodec;
import org.redisson.config.Config;
import org.redisson.config.ConfigSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Counts in Redis from the moment when it can be reached: an application deploys with Redis down, and its limits apply
 * within seconds of Redis's coming up. Later outages are Redisson's to mend.
 *
 * <p>Until then every call fails at once, whether Redis refuses connections or swallows them: only a thread of this
 * limiter's own ever waits for the first contact. (Redisson's lazy initialization connects on the thread of whoever
 * calls first, {@code MasterSlaveConnectionManager.lazyConnect} of 4.7, and lets everyone else wait for it.)
 */
public final class ConnectingRateLimiter implements RateLimiter {

    private static final Logger log = LoggerFactory.getLogger(ConnectingRateLimiter.class);

    private static final Duration RETRY = Duration.ofSeconds(1);

    /** How long the first contact may take before the application starts without it. */
    private static final Duration START = Duration.ofSeconds(2);

    /** How long one call of the first contact may take: the first is slow, it loads Redisson's classes and the script. */
    private static final Duration CONTACT = Duration.ofSeconds(2);

    private static final Duration CLOSE = Duration.ofSeconds(5);

    /** Looks and takes nothing, so it leaves no key behind. */
    private static final Charge LOOK = new Charge(Limit.of(1, Duration.ofSeconds(1)), "weir:{contact}", 0);

    private final Supplier<RedissonClient> clients;
    private final boolean owner;
    private final Duration deadline;
    private final Thread connector;
    private final CountDownLatch firstAttempt = new CountDownLatch(1);
    private final CountDownLatch closed = new CountDownLatch(1);
    private volatile String state = "still trying";
    private volatile @Nullable RateLimiter connected;
    private @Nullable RedissonClient client;

    private ConnectingRateLimiter(Supplier<RedissonClient> clients, boolean owner, Duration deadline) {
        this.clients = clients;
        this.owner = owner;
        this.deadline = deadline;
        connector = new Thread(this::connect, "weir-connect");
        connector.setDaemon(true);
    }

    /**
     * Counts through a client of its own. Returns when it is connected, or the first attempt has failed, or two seconds
     * have passed, whichever is first; tries again every second.
     *
     * @param config where Redis is; copied. Retries on connecting and lazy initialization are switched off in the copy
     * @param deadline the longest wait for a decision, 1 ms and more
     * @throws IllegalArgumentException if no server is configured, or the deadline is under 1 ms
     */
    public static ConnectingRateLimiter create(Config config, Duration deadline) {
        if (config.getCodec() == null) {
            config.setCodec(StringCodec.INSTANCE); // else the copy brings Kryo, which nothing here needs
        }
        Config copy = new Config(config).setLazyInitialization(false);
        ConfigSupport.getConfig(copy).setRetryAttempts(0);
        return started(new ConnectingRateLimiter(() -> Redisson.create(copy), true, deadline));
    }

    /**
     * Counts through a client that is somebody else's and may not have connected yet; otherwise as {@link #create}.
     *
     * @param client stays the caller's: never closed, its configuration never changed
     * @param deadline the longest wait for a decision, 1 ms and more
     * @throws IllegalArgumentException if the deadline is under 1 ms
     */
    public static ConnectingRateLimiter over(RedissonClient client, Duration deadline) {
        return started(new ConnectingRateLimiter(() -> client, false, deadline));
    }

    private static ConnectingRateLimiter started(ConnectingRateLimiter limiter) {
        if (limiter.deadline.toMillis() < 1) {
            throw new IllegalArgumentException("deadline is " + limiter.deadline + "; allowed: 1ms and more");
        }
        limiter.connector.start();
        try {
            boolean ignored = limiter.firstAttempt.await(START.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return limiter;
    }

    @Override
    public Decision acquire(List<Charge> charges) {
        return connected().acquire(charges);
    }

    @Override
    public CompletableFuture<Decision> acquireAsync(List<Charge> charges) {
        RateLimiter limiter = connected;
        return limiter == null ? CompletableFuture.failedFuture(notConnected()) : limiter.acquireAsync(charges);
    }

    @Override
    public CompletableFuture<Void> refund(Decision decision) {
        RateLimiter limiter = connected;
        return limiter == null ? CompletableFuture.failedFuture(notConnected()) : limiter.refund(decision);
    }

    @Override
    public CompletableFuture<Void> reset(String key) {
        RateLimiter limiter = connected;
        return limiter == null ? CompletableFuture.failedFuture(notConnected()) : limiter.reset(key);
    }

    private RateLimiter connected() {
        RateLimiter limiter = connected;
        if (limiter == null) {
            throw notConnected();
        }
        return limiter;
    }

    private RateLimiterException notConnected() {
        return new RateLimiterException(
                closed.getCount() == 0 ? "the limiter is closed" : "not connected to Redis yet: " + state);
    }

    /** Stops connecting, and closes the client that this limiter created, with all of its threads. */
    @Override
    public void close() {
        RedissonClient own;
        synchronized (this) {
            closed.countDown();
            connected = null;
            own = client;
            client = null;
        }
        connector.interrupt();
        try {
            connector.join(CLOSE.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        if (own != null) {
            discard(own);
        }
    }

    private void connect() {
        boolean failedBefore = false;
        do {
            try {
                if (contact()) {
                    log.info("Connected to Redis");
                }
                return;
            } catch (RuntimeException | LinkageError e) {
                state = rootMessage(e);
                if (!failedBefore) {
                    log.warn("Redis cannot be reached, trying again every second: {}", state);
                    failedBefore = true;
                }
            } finally {
                firstAttempt.countDown();
            }
        } while (!closedWithin(RETRY));
    }

    /** Whether the limiter is connected now; false if it was closed meanwhile. */
    private boolean contact() {
        RedissonClient candidate = clients.get();
        boolean adopted = false;
        try {
            look(candidate);
            adopted = adopt(candidate);
        } finally {
            if (!adopted) {
                discard(candidate);
            }
        }
        return adopted;
    }

    /** Decides once for nobody, so that the script is in place and the first request finds everything warm. */
    private static void look(RedissonClient candidate) {
        try (RateLimiter limiter = RedissonRateLimiter.create(candidate, CONTACT)) {
            limiter.acquire(List.of(LOOK));
        } catch (RateLimiterException e) {
            if (!isAnswer(e.getCause())) {
                throw e;
            }
        }
    }

    /** Whether Redis itself said no, to this key perhaps: then it is there, and each request will hear for itself. */
    private static boolean isAnswer(@Nullable Throwable cause) {
        return cause instanceof RedisException
                && !(cause instanceof RedisTimeoutException)
                && !(cause instanceof RedisConnectionException);
    }

    private synchronized boolean adopt(RedissonClient candidate) {
        if (closed.getCount() == 0) {
            return false;
        }
        client = candidate;
        connected = RedissonRateLimiter.create(candidate, deadline);
        return true;
    }

    private void discard(RedissonClient unused) {
        if (owner) {
            unused.shutdown(0, 2, TimeUnit.SECONDS);
        }
    }

    /** What happened at the bottom; Redisson wraps it in three layers that say that it cannot connect. */
    private static String rootMessage(Throwable error) {
        Throwable root = error;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        return root instanceof RateLimiterException ? String.valueOf(root.getMessage()) : root.toString();
    }

    private boolean closedWithin(Duration time) {
        try {
            return closed.await(time.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            return true; // only close() interrupts
        }
    }
}
