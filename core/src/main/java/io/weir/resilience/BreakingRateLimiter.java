package io.weir.resilience;

import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig.SlidingWindowType;
import io.weir.Charge;
import io.weir.Decision;
import io.weir.RateLimiter;
import io.weir.RateLimiterException;
import io.weir.RateLimiterException.Kind;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;

/**
 * Stops asking a limiter that does not answer, so that not every request waits in vain: a circuit breaker (Michael Nygard,
 * "Release It!", chapter "Stability Patterns") around decisions.
 *
 * <p>It opens when half of the last ten decisions, of at least five, failed in an {@link Kind#OUTAGE}. Then decisions fail at
 * once, and one a second is asked all the same: the first that is answered closes it. What is misconfigured answers, if
 * only to refuse, and does not open it.
 */
public final class BreakingRateLimiter implements RateLimiter {

    private static final int WINDOW = 10;

    private final RateLimiter limiter;
    private final CircuitBreaker breaker;
    private final AtomicInteger inARow = new AtomicInteger();

    private BreakingRateLimiter(RateLimiter limiter, CircuitBreaker breaker) {
        this.limiter = limiter;
        this.breaker = breaker;
    }

    /** Around a limiter, which is closed with this one. */
    public static BreakingRateLimiter around(RateLimiter limiter) {
        return around(limiter, System::nanoTime);
    }

    /** @param nanos goes on evenly, from wherever it likes */
    static BreakingRateLimiter around(RateLimiter limiter, LongSupplier nanos) {
        CircuitBreakerConfig config = CircuitBreakerConfig.custom()
                .slidingWindowType(SlidingWindowType.COUNT_BASED)
                .slidingWindowSize(WINDOW)
                .minimumNumberOfCalls(5)
                .failureRateThreshold(50)
                .waitDurationInOpenState(Duration.ofSeconds(1))
                .permittedNumberOfCallsInHalfOpenState(1)
                .clock(new SteadyClock(nanos))
                .build();
        return new BreakingRateLimiter(limiter, CircuitBreaker.of("weir", config));
    }

    /** Whether the limiter is not asked at the moment. */
    public boolean isOpen() {
        return breaker.getState() == CircuitBreaker.State.OPEN;
    }

    @Override
    public Decision acquire(List<Charge> charges) {
        requirePermission();
        long start = System.nanoTime();
        try {
            Decision decision = limiter.acquire(charges);
            answered(start);
            return decision;
        } catch (RuntimeException | Error e) {
            failed(start, e);
            throw e;
        }
    }

    @Override
    public CompletableFuture<Decision> acquireAsync(List<Charge> charges) {
        try {
            requirePermission();
        } catch (RateLimiterException e) {
            return CompletableFuture.failedFuture(e);
        }
        long start = System.nanoTime();
        try {
            CompletableFuture<Decision> decision = limiter.acquireAsync(charges);
            CompletableFuture<Decision> unused = decision.whenComplete((answer, error) -> {
                if (error == null) {
                    answered(start);
                } else {
                    failed(start, cause(error));
                }
            });
            return decision;
        } catch (RuntimeException | Error e) {
            failed(start, e);
            throw e;
        }
    }

    private static Throwable cause(Throwable error) {
        Throwable cause = error instanceof CompletionException ? error.getCause() : null;
        return cause == null ? error : cause;
    }

    private void requirePermission() {
        if (!breaker.tryAcquirePermission()) {
            throw new RateLimiterException("Redis did not answer before, and is asked once a second");
        }
    }

    /** A window full of answers is the same after another one; and to tell the breaker takes a lock that all threads share. */
    private void answered(long start) {
        if (inARow.get() >= WINDOW && breaker.getState() == CircuitBreaker.State.CLOSED) {
            return;
        }
        inARow.incrementAndGet();
        breaker.onSuccess(System.nanoTime() - start, TimeUnit.NANOSECONDS);
    }

    /** A misconfigured Redis has answered; who was not patient, or asked for nonsense, has learned nothing of it. */
    private void failed(long start, Throwable error) {
        if (error instanceof RateLimiterException failure && failure.kind() == Kind.MISCONFIGURED) {
            answered(start);
        } else if (error instanceof CancellationException
                || error instanceof IllegalArgumentException
                || (error instanceof RateLimiterException failure && failure.kind() == Kind.INTERRUPTED)) {
            breaker.releasePermission();
        } else {
            inARow.set(0);
            breaker.onError(System.nanoTime() - start, TimeUnit.NANOSECONDS, error);
        }
    }

    @Override
    public CompletableFuture<Void> refund(Decision decision) {
        return limiter.refund(decision);
    }

    @Override
    public Optional<RateLimiter> behind() {
        return Optional.of(limiter);
    }

    @Override
    public CompletableFuture<Void> reset(String key) {
        return limiter.reset(key);
    }

    @Override
    public CompletableFuture<Void> block(Charge charge, Duration duration) {
        return limiter.block(charge, duration);
    }

    @Override
    public CompletableFuture<Void> unblock(Charge charge) {
        return limiter.unblock(charge);
    }

    @Override
    public void close() {
        limiter.close();
    }
}
