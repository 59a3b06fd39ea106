package io.weir.redis;

import io.weir.Charge;
import io.weir.Decision;
import io.weir.Quota;
import io.weir.RateLimiter;
import io.weir.RateLimiterException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * Decides charges on several clients of a Redis cluster, whose keys lie in several slots: no script may touch two.
 *
 * <p>One call per client, all at once. If one denies, what the others took is refunded, so that a denied request has
 * recorded nothing a moment later; for that moment another request may be refused that would have fitted. Charges that
 * share a hash tag, as all limits of one client do, are decided by one call, and a request of one client by just that.
 */
final class PerSlotRateLimiter implements RateLimiter {

    private final RedissonRateLimiter limiter;

    PerSlotRateLimiter(RedissonRateLimiter limiter) {
        this.limiter = limiter;
    }

    @Override
    public Decision acquire(List<Charge> charges) {
        return limiter.await(acquireAsync(charges));
    }

    @Override
    public CompletableFuture<Decision> acquireAsync(List<Charge> charges) {
        Charge.requireDistinctKeys(charges);
        Map<String, List<Charge>> byTag = byTag(charges, charge -> charge);
        if (byTag.size() == 1) {
            return limiter.acquireAsync(charges);
        }
        String id = limiter.newId();
        List<CompletableFuture<Decision>> calls = new ArrayList<>();
        byTag.values().forEach(some -> calls.add(limiter.acquireAt("", id, some)));
        CompletableFuture<Decision> result = CompletableFuture.allOf(calls.toArray(CompletableFuture<?>[]::new))
                .handle((done, error) -> combine(id, charges, calls));
        // A caller that gave up hears nothing any more: what a call takes all the same is refunded when it says so.
        CompletableFuture<Decision> unused = result.whenComplete((decision, error) -> {
            if (result.isCancelled()) {
                calls.forEach(this::refundWhenTaken);
            }
        });
        return result;
    }

    private void refundWhenTaken(CompletableFuture<Decision> call) {
        CompletableFuture<Void> unused = call.thenCompose(limiter::refund);
    }

    /** @throws RateLimiterException if a call failed: what the others took is refunded */
    private Decision combine(String id, List<Charge> charges, List<CompletableFuture<Decision>> calls) {
        List<Decision> parts = new ArrayList<>();
        RateLimiterException failure = null;
        for (CompletableFuture<Decision> call : calls) {
            try {
                parts.add(call.join());
            } catch (RuntimeException e) {
                failure = Failures.of(e);
            }
        }
        boolean allowed = failure == null && parts.stream().allMatch(Decision::allowed);
        Map<String, Quota> quotas = new LinkedHashMap<>();
        Instant at =
                parts.stream().map(Decision::at).min(Comparator.naturalOrder()).orElse(Instant.EPOCH);
        for (Decision part : parts) {
            for (Quota quota : part.quotas()) {
                Quota told = allowed || !part.allowed() ? quota : untaken(quota);
                quotas.put(quota.charge().key(), since(at, part.at(), told));
            }
            if (!allowed) {
                CompletableFuture<Void> unused = limiter.refund(part);
            }
        }
        if (failure != null) {
            throw failure;
        }
        return Decision.of(
                id, charges.stream().map(charge -> quotas.get(charge.key())).toList(), Decision.Source.REDIS, at);
    }

    /** A quota that is whole at the same instant, told as of the earliest of all: by it, a refund knows its own instant. */
    private static Quota since(Instant earliest, Instant at, Quota quota) {
        return new Quota(
                quota.charge(),
                quota.allowed(),
                quota.remaining(),
                quota.availableAfter(),
                quota.resetAfter().plus(Duration.between(earliest, at)));
    }

    /** How a quota stood before the charge that is being refunded. */
    private static Quota untaken(Quota quota) {
        return new Quota(
                quota.charge(),
                true,
                quota.remaining() + quota.charge().cost(),
                quota.availableAfter(),
                quota.resetAfter());
    }

    /**
     * One call per client, with the earliest instant of the decision for all: where a counter was told a later one, it
     * returns less than was taken, never more.
     */
    @Override
    public CompletableFuture<Void> refund(Decision decision) {
        if (!decision.claimRefund()) {
            return CompletableFuture.completedFuture(null);
        }
        List<CompletableFuture<Void>> calls = new ArrayList<>();
        for (List<Quota> some : byTag(decision.quotas(), Quota::charge).values()) {
            calls.add(limiter.refund(Decision.of(decision.id(), some, decision.source(), decision.at())));
        }
        return CompletableFuture.allOf(calls.toArray(CompletableFuture<?>[]::new));
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

    private static <T> Map<String, List<T>> byTag(List<T> all, java.util.function.Function<T, Charge> charge) {
        Map<String, List<T>> byTag = new LinkedHashMap<>();
        for (T one : all) {
            byTag.computeIfAbsent(hashTag(charge.apply(one).key()), tag -> new ArrayList<>())
                    .add(one);
        }
        return byTag;
    }

    /**
     * What of a key decides its slot: the text between the first brace and the next closing one, unless that is empty;
     * else the whole key (Redis cluster specification, "Hash tags").
     */
    static String hashTag(String key) {
        int open = key.indexOf('{');
        int close = open < 0 ? -1 : key.indexOf('}', open + 1);
        return close > open + 1 ? key.substring(open + 1, close) : key;
    }
}
