package io.weir.redis;

import io.weir.Algorithm;
import io.weir.Charge;
import io.weir.Decision;
import io.weir.RateLimiter;
import io.weir.RateLimiterException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.redisson.api.RedissonClient;
import org.redisson.client.RedisException;

/**
 * Counts in Redis: every decision is one call of {@code lua/acquire.lua}, so all nodes of an application see the same
 * windows and the same clock.
 *
 * <p>Works with any Redisson client, whatever its codec, timeouts and retries: each call brings its own. The client
 * belongs to whoever created it and is never closed here.
 */
public final class RedissonRateLimiter implements RateLimiter {

    private final Scripts scripts;
    private final Duration deadline;
    private final RequestIds ids = new RequestIds();
    private final Map<Set<Algorithm>, LuaScript> acquireScripts = new ConcurrentHashMap<>();
    private final LuaScript refundScript = LuaScript.named("refund");
    private final LuaScript resetScript = LuaScript.named("reset");

    private RedissonRateLimiter(Scripts scripts, Duration deadline) {
        this.scripts = scripts;
        this.deadline = deadline;
    }

    /**
     * Counts through the given client.
     *
     * @param client stays the caller's: never closed, its configuration never changed
     * @param deadline the longest wait for a decision, 1 ms and more
     * @throws IllegalArgumentException if the deadline is under 1 ms
     */
    public static RedissonRateLimiter create(RedissonClient client, Duration deadline) {
        if (deadline.toMillis() < 1) {
            throw new IllegalArgumentException("deadline is " + deadline + "; allowed: 1ms and more");
        }
        return new RedissonRateLimiter(new Scripts(client, deadline), deadline);
    }

    @Override
    public Decision acquire(List<Charge> charges) {
        CompletableFuture<Decision> decision = acquireAsync(charges);
        try {
            return decision.get(deadline.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            decision.cancel(true);
            Thread.currentThread().interrupt();
            throw new RateLimiterException("interrupted while waiting for Redis", e);
        } catch (TimeoutException e) {
            decision.cancel(true);
            throw new RateLimiterException("Redis did not answer within " + deadline.toMillis() + " ms", e);
        } catch (CancellationException e) {
            throw new RateLimiterException("the call to Redis was cancelled", e);
        } catch (ExecutionException e) {
            throw unavailable(e);
        }
    }

    @Override
    public CompletableFuture<Decision> acquireAsync(List<Charge> charges) {
        return acquireAt("", charges);
    }

    /** As {@link #acquireAsync}, at an instant given in microseconds since the epoch: for tests of the script. */
    CompletableFuture<Decision> acquireAt(String now, List<Charge> charges) {
        Charge.requireDistinctKeys(charges);
        String id = ids.next();
        List<Object> keys = new ArrayList<>(charges.size());
        List<Object> args = new ArrayList<>(2 + 5 * charges.size());
        args.add(now);
        args.add(id);
        for (Charge charge : charges) {
            keys.add(charge.key());
            args.add(charge.limit().algorithm().word());
            args.add(charge.limit().permits());
            args.add(charge.limit().windowMicros());
            args.add(charge.cost());
            args.add(0);
        }
        CompletableFuture<List<Object>> reply = scripts.list(acquireScript(charges), keys, args);
        return Scripts.withdrawing(reply, reply.handle((values, error) -> {
            if (error != null) {
                throw unavailable(error);
            }
            return AcquireReply.read(values, id, charges);
        }));
    }

    @Override
    public CompletableFuture<Void> refund(Decision decision) {
        List<Object> keys = new ArrayList<>();
        List<Object> args = new ArrayList<>();
        args.add(decision.id());
        for (var quota : decision.quotas()) {
            Charge charge = quota.charge();
            if (decision.allowed() && charge.cost() > 0) {
                keys.add(charge.key());
                args.add(charge.limit().algorithm().word());
                args.add(charge.cost());
            }
        }
        if (keys.isEmpty()) {
            return CompletableFuture.completedFuture(null);
        }
        return scripts.integer(refundScript, keys, args).handle(RedissonRateLimiter::done);
    }

    @Override
    public CompletableFuture<Void> reset(String key) {
        return scripts.integer(resetScript, List.of(key), List.of()).handle(RedissonRateLimiter::done);
    }

    private LuaScript acquireScript(List<Charge> charges) {
        Set<Algorithm> algorithms = new HashSet<>();
        for (Charge charge : charges) {
            algorithms.add(charge.limit().algorithm());
        }
        return acquireScripts.computeIfAbsent(algorithms, LuaScript::acquire);
    }

    private static @Nullable Void done(@Nullable Long count, @Nullable Throwable error) {
        if (error != null) {
            throw unavailable(error);
        }
        return null;
    }

    private static RateLimiterException unavailable(Throwable error) {
        Throwable cause = error.getCause() != null && !(error instanceof RedisException) ? error.getCause() : error;
        return cause instanceof RateLimiterException known
                ? known
                : new RateLimiterException("Redis did not decide: " + cause, cause);
    }
}
