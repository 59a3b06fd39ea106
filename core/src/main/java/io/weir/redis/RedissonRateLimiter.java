package io.weir.redis;

import io.weir.Charge;
import io.weir.Decision;
import io.weir.Quota;
import io.weir.RateLimiter;
import io.weir.RateLimiterException;
import io.weir.RateLimiterException.Kind;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.redisson.api.RedissonClient;

/**
 * Counts in Redis: every decision is made by {@code lua/acquire.lua}, so all nodes of an application see the same
 * windows and the same clock.
 *
 * <p>Works with any Redisson client, whatever its codec, timeouts and retries: each call brings its own. The client
 * belongs to whoever created it and is never closed here.
 */
public final class RedissonRateLimiter implements RateLimiter {

    private final Scripts scripts;
    private final Batcher batcher;
    private final Duration deadline;
    private final RedisCalls calls;
    private final RequestIds ids = new RequestIds();
    private final Drivers drivers = new Drivers();
    private final LuaScript resetScript = LuaScript.named("reset");

    private RedissonRateLimiter(RedissonClient client, Duration deadline, RedisCalls calls) {
        scripts = new Scripts(client, deadline);
        batcher = new Batcher(client, scripts, drivers, deadline, calls);
        this.deadline = deadline;
        this.calls = calls;
    }

    /**
     * Counts through the given client.
     *
     * @param client stays the caller's: never closed, its configuration never changed
     * @param deadline the longest wait for a decision, 1 ms and more
     * @throws IllegalArgumentException if the deadline is under 1 ms
     */
    public static RateLimiter create(RedissonClient client, Duration deadline) {
        return create(client, deadline, new RedisCalls());
    }

    static RateLimiter create(RedissonClient client, Duration deadline, RedisCalls calls) {
        RedissonRateLimiter limiter = of(client, deadline, calls);
        return new TracelessRateLimiter(
                client.getConfig().isClusterConfig() ? new PerSlotRateLimiter(limiter) : limiter);
    }

    /** As {@link #create}, for charges that one script may touch together. */
    static RedissonRateLimiter of(RedissonClient client, Duration deadline) {
        return of(client, deadline, new RedisCalls());
    }

    private static RedissonRateLimiter of(RedissonClient client, Duration deadline, RedisCalls calls) {
        if (deadline.toMillis() < 1) {
            throw new IllegalArgumentException("deadline is " + deadline + "; allowed: 1ms and more");
        }
        return new RedissonRateLimiter(client, deadline, calls);
    }

    /** What Redis was asked to decide so far. */
    public RedisCalls calls() {
        return calls;
    }

    @Override
    public Decision acquire(List<Charge> charges) {
        return await(acquireAsync(charges));
    }

    /** Waits for a decision, at most as long as the deadline. */
    Decision await(CompletableFuture<Decision> decision) {
        try {
            return decision.get(deadline.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            decision.cancel(true);
            Thread.currentThread().interrupt();
            throw new RateLimiterException(Kind.INTERRUPTED, "interrupted while waiting for Redis", e);
        } catch (TimeoutException e) {
            decision.cancel(true);
            throw new RateLimiterException("Redis did not answer within " + deadline.toMillis() + " ms", e);
        } catch (CancellationException e) {
            throw new RateLimiterException("the call to Redis was cancelled", e);
        } catch (ExecutionException e) {
            throw Failures.of(e);
        }
    }

    @Override
    public CompletableFuture<Decision> acquireAsync(List<Charge> charges) {
        return acquireAt("", newId(), charges);
    }

    /** As {@link #acquireAsync}, at an instant given in microseconds since the epoch: for tests of the script. */
    CompletableFuture<Decision> acquireAt(String now, String id, List<Charge> charges) {
        Charge.requireDistinctKeys(charges);
        ScriptCall call = new ScriptCall(now).with(id).with(charges);
        long asked = System.nanoTime();
        Set<String> algorithms = algorithms(charges);
        CompletableFuture<Object> reply = now.isEmpty()
                ? batcher.send(new Call(algorithms, call))
                : scripts.list(drivers.of("acquire", algorithms), call.keys(), call.args());
        return Scripts.withdrawing(reply, calls.timed(reply, asked).handle((values, error) -> {
            if (error != null) {
                throw Failures.of(error);
            }
            return AcquireReply.read(values, id, charges);
        }));
    }

    String newId() {
        return ids.next();
    }

    @Override
    public CompletableFuture<Void> refund(Decision decision) {
        return refundAt("", decision);
    }

    CompletableFuture<Void> refundAt(String now, Decision decision) {
        if (!decision.claimRefund()) {
            return CompletableFuture.completedFuture(null);
        }
        List<Charge> taken = new ArrayList<>();
        List<Object> resets = new ArrayList<>();
        for (Quota quota : decision.quotas()) {
            if (quota.charge().cost() > 0) {
                taken.add(quota.charge());
                resets.add(micros(quota.resetAfter()));
            }
        }
        if (taken.isEmpty()) {
            return CompletableFuture.completedFuture(null);
        }
        ScriptCall call = new ScriptCall(now)
                .with(decision.id())
                .with(taken)
                .with(ChronoUnit.MICROS.between(Instant.EPOCH, decision.at()));
        resets.forEach(call::with);
        return run("refund", taken, call);
    }

    @Override
    public CompletableFuture<Void> reset(String key) {
        return scripts.integer(resetScript, List.of(key), List.of()).handle(RedissonRateLimiter::done);
    }

    @Override
    public CompletableFuture<Void> block(Charge charge, Duration duration) {
        RateLimiter.requireBlock(duration);
        return blockAt("", charge, micros(duration));
    }

    @Override
    public CompletableFuture<Void> unblock(Charge charge) {
        return blockAt("", charge, 0);
    }

    CompletableFuture<Void> blockAt(String now, Charge charge, long micros) {
        return run("block", List.of(charge), new ScriptCall(now).with(micros).with(charge));
    }

    private CompletableFuture<Void> run(String driver, List<Charge> charges, ScriptCall call) {
        return scripts.integer(drivers.of(driver, algorithms(charges)), call.keys(), call.args())
                .handle(RedissonRateLimiter::done);
    }

    private static Set<String> algorithms(List<Charge> charges) {
        Set<String> algorithms = new HashSet<>();
        for (Charge charge : charges) {
            algorithms.add(charge.limit().algorithm().word());
        }
        return algorithms;
    }

    private static long micros(Duration duration) {
        return duration.toNanos() / 1000;
    }

    private static @Nullable Void done(@Nullable Long count, @Nullable Throwable error) {
        if (error != null) {
            throw Failures.of(error);
        }
        return null;
    }
}
