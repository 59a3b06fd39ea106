package io.weir.resilience;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Expiry;
import com.github.benmanes.caffeine.cache.Ticker;
import io.weir.Charge;
import io.weir.Decision;
import io.weir.Quota;
import io.weir.RateLimiter;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * Denies from memory whoever was denied a moment ago and could not be admitted yet: one client that keeps knocking costs the
 * store nothing.
 *
 * <p>Exact as long as nothing is returned: until a denied request is to be admitted, only a refund, a reset or the end of a
 * block could admit it earlier. The time is counted from before the question was asked, so that it never ends late. What goes
 * through this limiter is heeded at once; what happens on another node after {@link #MAX_AGE} at the latest. Requests whose
 * charges are returned as a matter of course are to be decided by the limiter behind this one.
 *
 * <p>Of several charges another may have been spent meanwhile by requests that make other lists: then a denial from memory tells
 * the wait that was true when it was asked, and the next one the rest.
 *
 * <p>Keeps a bounded number of denials, one for each list of charges; forgetting one costs one question.
 */
public final class DenialCache implements RateLimiter {

    /** How long a denial is believed without asking again, however long it holds: another node may have reset the client. */
    public static final Duration MAX_AGE = Duration.ofSeconds(10);

    private static final int MAX_DENIALS = 10_000;

    /**
     * A denial.
     *
     * @param askedAt nanoseconds, when the question was sent
     * @param until nanoseconds, when a question is worth while again
     */
    private record Denial(Decision decision, long askedAt, long until) {}

    private final RateLimiter limiter;
    private final Ticker ticker;
    private final Cache<List<Charge>, Denial> denials;

    /** When what was counted under a key became less, in nanoseconds. */
    private final Cache<String, Long> returned;

    private final LongAdder hits = new LongAdder();

    private DenialCache(RateLimiter limiter, Ticker ticker) {
        this.limiter = limiter;
        this.ticker = ticker;
        denials = Caffeine.newBuilder()
                .maximumSize(MAX_DENIALS)
                .ticker(ticker)
                .executor(Runnable::run) // no thread of ours outlives a web application
                .expireAfter(Expiry.<List<Charge>, Denial>writing(
                        (charges, denial) -> Duration.ofNanos(denial.until - denial.askedAt)))
                .build();
        returned = Caffeine.newBuilder()
                .maximumSize(MAX_DENIALS)
                .ticker(ticker)
                .executor(Runnable::run)
                .expireAfterWrite(MAX_AGE)
                .build();
    }

    /** Before a limiter, which is closed with this one. */
    public static DenialCache before(RateLimiter limiter) {
        return before(limiter, Ticker.systemTicker());
    }

    static DenialCache before(RateLimiter limiter, Ticker ticker) {
        return new DenialCache(limiter, ticker);
    }

    /** How many requests were denied from memory so far. */
    public long hits() {
        return hits.sum();
    }

    /** How many denials are remembered now, about. */
    public long size() {
        return denials.estimatedSize();
    }

    @Override
    public Decision acquire(List<Charge> charges) {
        Decision known = known(charges);
        if (known != null) {
            return known;
        }
        long askedAt = ticker.read();
        return remember(charges, limiter.acquire(charges), askedAt);
    }

    @Override
    public CompletableFuture<Decision> acquireAsync(List<Charge> charges) {
        Decision known = known(charges);
        if (known != null) {
            return CompletableFuture.completedFuture(known);
        }
        long askedAt = ticker.read();
        CompletableFuture<Decision> decision = limiter.acquireAsync(charges);
        CompletableFuture<Decision> unused = decision.whenComplete((answer, error) -> {
            if (error == null) {
                remember(charges, answer, askedAt);
            }
        });
        return decision;
    }

    private @Nullable Decision known(List<Charge> charges) {
        Denial denial = denials.getIfPresent(charges);
        long now = ticker.read();
        if (denial == null || now - denial.until >= 0 || isReturned(charges, denial.askedAt)) {
            return null;
        }
        hits.increment();
        return aged(denial.decision, Duration.ofNanos(now - denial.askedAt));
    }

    private boolean isReturned(List<Charge> charges, long since) {
        for (Charge charge : charges) {
            Long at = returned.getIfPresent(charge.key());
            if (at != null && at - since >= 0) {
                return true;
            }
        }
        return false;
    }

    private Decision remember(List<Charge> charges, Decision decision, long askedAt) {
        if (!decision.allowed() && charges.stream().allMatch(charge -> charge.cost() > 0)) {
            Duration wait = decision.retryAfter().orElse(MAX_AGE);
            long nanos = (wait.compareTo(MAX_AGE) < 0 ? wait : MAX_AGE).toNanos();
            denials.put(List.copyOf(charges), new Denial(decision, askedAt, askedAt + nanos));
        }
        return decision;
    }

    /** The decision as it would be now. */
    private static Decision aged(Decision decision, Duration age) {
        List<Quota> quotas = new ArrayList<>(decision.quotas().size());
        for (Quota quota : decision.quotas()) {
            quotas.add(new Quota(
                    quota.charge(),
                    quota.allowed(),
                    quota.remaining(),
                    quota.availableAfter().map(wait -> less(wait, age)),
                    less(quota.resetAfter(), age)));
        }
        return Decision.of(
                decision.id(),
                quotas,
                Decision.Source.DENIAL_CACHE,
                decision.at().plus(age));
    }

    private static Duration less(Duration wait, Duration age) {
        Duration left = wait.minus(age).truncatedTo(ChronoUnit.MICROS);
        return left.isNegative() ? Duration.ZERO : left;
    }

    @Override
    public CompletableFuture<Void> refund(Decision decision) {
        return returning(
                decision.quotas().stream().map(quota -> quota.charge().key()).toList(), limiter.refund(decision));
    }

    @Override
    public Optional<RateLimiter> behind() {
        return Optional.of(limiter);
    }

    @Override
    public CompletableFuture<Void> reset(String key) {
        return returning(List.of(key), limiter.reset(key));
    }

    @Override
    public CompletableFuture<Void> block(Charge charge, Duration duration) {
        return returning(List.of(charge.key()), limiter.block(charge, duration));
    }

    @Override
    public CompletableFuture<Void> unblock(Charge charge) {
        return returning(List.of(charge.key()), limiter.unblock(charge));
    }

    /** Nothing that was asked before it is done holds any more, nor what is asked meanwhile. */
    private CompletableFuture<Void> returning(List<String> keys, CompletableFuture<Void> work) {
        forget(keys);
        return work.whenComplete((done, error) -> forget(keys));
    }

    private void forget(List<String> keys) {
        long now = ticker.read();
        keys.forEach(key -> returned.put(key, now));
    }

    @Override
    public void close() {
        limiter.close();
    }
}
