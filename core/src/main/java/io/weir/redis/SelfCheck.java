package io.weir.redis;

import io.weir.Algorithm;
import io.weir.Charge;
import io.weir.Decision;
import io.weir.Limit;
import io.weir.RateLimiter;
import io.weir.RateLimiterException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.redisson.api.RedissonClient;

/**
 * Does once, for nobody, whatever a limiter does, so that a permission, a command or a version that is missing is told before
 * the first request, and the first request finds every script in place. Leaves no key behind.
 */
final class SelfCheck {

    /** How long one call may take: the first one loads Redisson's classes and the script. */
    private static final Duration CALL = Duration.ofSeconds(2);

    private static final Duration WINDOW = Duration.ofSeconds(1);

    private SelfCheck() {}

    /** @throws RateLimiterException if anything cannot be done; its kind says whether it is worth to try again */
    static void run(RedissonClient client) {
        RateLimiter limiter = RedissonRateLimiter.create(client, CALL);
        List<Charge> charges = charges("weir:{contact-" + UUID.randomUUID() + "}:");
        // Each by itself, as most requests have them, and all together.
        for (Charge charge : charges) {
            Decision decision = limiter.acquire(List.of(charge));
            await(limiter.refund(decision));
        }
        await(limiter.refund(limiter.acquire(charges)));
        for (Charge charge : charges) {
            await(limiter.block(charge, WINDOW));
            await(limiter.unblock(charge));
            await(limiter.reset(charge.key()));
        }
    }

    private static List<Charge> charges(String client) {
        List<Charge> charges = new ArrayList<>();
        for (Algorithm algorithm : List.of(
                Algorithm.slidingWindowLog(),
                new Algorithm.SlidingWindowBuckets(2),
                new Algorithm.SlidingWindowCounter(),
                new Algorithm.FixedWindow(Optional.empty()),
                new Algorithm.Gcra(1))) {
            charges.add(new Charge(new Limit("", 2, WINDOW, algorithm), client + algorithm.code(), 1));
        }
        return charges;
    }

    private static void await(CompletableFuture<?> call) {
        try {
            call.get(CALL.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new RateLimiterException(
                    RateLimiterException.Kind.INTERRUPTED, "interrupted while checking Redis", e);
        } catch (TimeoutException e) {
            throw new RateLimiterException("Redis did not answer within " + CALL.toMillis() + " ms", e);
        } catch (ExecutionException e) {
            throw Failures.of(e);
        }
    }
}
