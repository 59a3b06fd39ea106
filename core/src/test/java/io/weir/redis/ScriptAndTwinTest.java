package io.weir.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.Algorithm;
import io.weir.CalendarBlock;
import io.weir.Charge;
import io.weir.Decision;
import io.weir.Law;
import io.weir.Limit;
import io.weir.Quota;
import io.weir.RateLimiter;
import io.weir.SlidingLaw;
import io.weir.local.LocalRateLimiter;
import io.weir.testing.ManualClock;
import io.weir.testing.TestRedis;
import java.time.Duration;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.BeforeContainer;
import org.redisson.api.RedissonClient;

/** The scripts in a real Redis and their twins in this JVM give equal answers to equal histories, and keep the law. */
class ScriptAndTwinTest {

    private static RedissonClient client;
    private static RedissonRateLimiter redis;

    @BeforeContainer
    static void connect() {
        client = TestRedis.shared().client();
        redis = RedissonRateLimiter.of(client, Duration.ofSeconds(5));
    }

    @AfterContainer
    static void disconnect() {
        client.shutdown();
    }

    /** What happens at one instant of a history. */
    record Step(Kind kind, long micros, List<Integer> costs) {
        enum Kind {
            ACQUIRE,
            REFUND,
            RESET,
            BLOCK,
            UNBLOCK
        }
    }

    /** Limits, each with its own key, and what happens to them. */
    record History(List<Limit> limits, List<Step> steps) {}

    private record Admitted(String id, long micros, Charge charge) {}

    @Property(tries = 2000)
    void answersAreEqual_andEveryAlgorithmKeepsItsLaw(@ForAll("histories") History history) {
        ManualClock clock = ManualClock.create();
        RateLimiter script = new ScriptClock(redis, clock);
        RateLimiter twin = LocalRateLimiter.create(clock, 1000);
        String prefix = "twin:{" + UUID.randomUUID() + "}:";
        Map<String, List<Admitted>> admitted = new LinkedHashMap<>();
        List<Decision> byScript = new ArrayList<>();
        List<Decision> byTwin = new ArrayList<>();

        for (Step step : history.steps()) {
            clock.advanceMicros(step.micros());
            List<Charge> charges = charges(history.limits(), prefix, step.costs());
            switch (step.kind()) {
                case ACQUIRE -> {
                    Decision one = script.acquire(charges);
                    Decision other = twin.acquire(charges);
                    assertThat(one.quotas()).isEqualTo(other.quotas());
                    assertThat(one.at()).isEqualTo(other.at());
                    byScript.add(one);
                    byTwin.add(other);
                    if (one.allowed()) {
                        for (Charge charge : charges) {
                            admitted.computeIfAbsent(charge.key(), k -> new ArrayList<>())
                                    .add(new Admitted(one.id(), clock.micros(), charge));
                        }
                    }
                }
                case REFUND -> {
                    if (!byScript.isEmpty()) {
                        int which = step.costs().get(0) % byScript.size();
                        Decision refunded = byScript.get(which);
                        script.refund(refunded).join();
                        twin.refund(byTwin.get(which)).join();
                        admitted.values().forEach(list -> list.removeIf(a -> a.id.equals(refunded.id())));
                    }
                }
                case RESET -> {
                    script.reset(prefix + 0).join();
                    twin.reset(prefix + 0).join();
                    admitted.remove(prefix + 0);
                    clock.advanceMicros(1); // no two scripts run in one microsecond of a real server
                }
                case BLOCK -> {
                    Duration duration = Duration.ofSeconds(1 + 2L * step.costs().get(0));
                    script.block(charges.get(0), duration).join();
                    twin.block(charges.get(0), duration).join();
                    Quota blocked = twin.peek(charges).quotas().get(0);
                    assertThat(blocked.allowed()).isFalse();
                    blocked.availableAfter().ifPresent(wait -> assertThat(wait).isGreaterThanOrEqualTo(duration));
                }
                case UNBLOCK -> {
                    script.unblock(charges.get(0)).join();
                    twin.unblock(charges.get(0)).join();
                }
            }
        }
        admitted.values().forEach(ScriptAndTwinTest::checkLaw);
        checkPromise(script, twin, clock, charges(history.limits(), prefix, List.of(1, 1, 1)));
    }

    /** Who is told to wait is admitted when the wait is over, and not a microsecond earlier. */
    private static void checkPromise(RateLimiter script, RateLimiter twin, ManualClock clock, List<Charge> charges) {
        for (int i = 0; i < 30; i++) {
            Decision decision = script.acquire(charges);
            assertThat(decision.quotas()).isEqualTo(twin.acquire(charges).quotas());
            if (decision.retryAfter().isPresent()) {
                long wait = decision.retryAfter().get().toNanos() / 1000;
                clock.advanceMicros(wait - 1);
                assertThat(script.acquire(charges).allowed())
                        .as("a microsecond before")
                        .isFalse();
                assertThat(twin.acquire(charges).allowed())
                        .as("a microsecond before")
                        .isFalse();
                clock.advanceMicros(1);
                assertThat(script.acquire(charges).allowed())
                        .as("when the wait is over")
                        .isTrue();
                assertThat(twin.acquire(charges).allowed())
                        .as("when the wait is over")
                        .isTrue();
                return;
            }
        }
    }

    private static List<Charge> charges(List<Limit> limits, String prefix, List<Integer> costs) {
        List<Charge> charges = new ArrayList<>();
        for (int i = 0; i < limits.size(); i++) {
            charges.add(new Charge(limits.get(i), prefix + i, costs.get(i)));
        }
        return charges;
    }

    private static void checkLaw(List<Admitted> admitted) {
        List<Long> permits = new ArrayList<>();
        for (Admitted one : admitted) {
            for (int i = 0; i < one.charge.cost(); i++) {
                permits.add(one.micros);
            }
        }
        if (!admitted.isEmpty()) {
            Law.check(admitted.get(0).charge.limit(), permits);
        }
    }

    /**
     * Steps are short against the window, or just a window long, or about: most of what goes wrong goes wrong at an edge.
     * Windows are long against the run time of a test, so that no key expires by the server's real clock.
     */
    @Provide
    Arbitrary<History> histories() {
        Arbitrary<Long> window = Arbitraries.of(10_000_000L, 60_000_000L, 3_600_000_000L, 59_999_999L);
        Arbitrary<Algorithm> algorithm = Arbitraries.of(
                Algorithm.slidingWindowLog(),
                new Algorithm.SlidingWindowBuckets(60),
                new Algorithm.SlidingWindowBuckets(2),
                new Algorithm.SlidingWindowBuckets(7),
                new Algorithm.SlidingWindowCounter(),
                Algorithm.FixedWindow.ofClock(),
                Algorithm.FixedWindow.of(new CalendarBlock(CalendarBlock.Unit.DAY, ZoneId.of("America/New_York"))),
                Algorithm.FixedWindow.of(new CalendarBlock(CalendarBlock.Unit.MONTH, ZoneId.of("Australia/Lord_Howe"))),
                new Algorithm.Gcra(0),
                new Algorithm.Gcra(3));
        Arbitrary<Limit> limit = Combinators.combine(Arbitraries.longs().between(0, 12), window, algorithm)
                .as((permits, micros, counting) ->
                        new Limit("", permits, Duration.of(micros, ChronoUnit.MICROS), counting));
        return limit.list().ofMinSize(1).ofMaxSize(3).flatMap(limits -> {
            long w = limits.get(0).algorithm() instanceof Algorithm.FixedWindow fixed
                            && fixed.calendar().isPresent()
                    ? 86_400_000_000L
                    : limits.get(0).windowMicros();
            Arbitrary<Long> advance = Arbitraries.frequencyOf(
                    Tuple.of(5, Arbitraries.longs().between(0, w / 5)),
                    Tuple.of(2, Arbitraries.of(0L, 1L, w - 1, w, w + 1)),
                    Tuple.of(1, Arbitraries.longs().between(0, 2 * w)));
            Arbitrary<Integer> cost = Arbitraries.frequencyOf(
                    Tuple.of(6, Arbitraries.just(1)),
                    Tuple.of(3, Arbitraries.integers().between(0, 14)));
            Arbitrary<Step.Kind> kind = Arbitraries.frequency(
                    Tuple.of(14, Step.Kind.ACQUIRE),
                    Tuple.of(3, Step.Kind.REFUND),
                    Tuple.of(1, Step.Kind.RESET),
                    Tuple.of(1, Step.Kind.BLOCK),
                    Tuple.of(1, Step.Kind.UNBLOCK));
            return Combinators.combine(kind, advance, cost.list().ofSize(limits.size()))
                    .as(Step::new)
                    .list()
                    .ofMinSize(1)
                    .ofMaxSize(30)
                    .map(steps -> new History(limits, steps));
        });
    }

    /**
     * A log long enough to be searched and written anew, with costs, refunds and a clock that steps back among them.
     *
     * <p>Every cost would fit an empty log: where all have left, the twin forgets them at once, the script when it next writes.
     *
     * @param steps microseconds, a cost, and which decision is refunded, if it was made already
     */
    @Property(tries = 500)
    void longLogsAnswerAlike_alsoWhenTheClockStepsBack(
            @ForAll("longLogs") List<long[]> steps,
            @ForAll @IntRange(min = 40, max = 400) int small,
            @ForAll boolean large) {
        long permits = large ? 30L * small : small;
        Limit limit = Limit.of(permits, Duration.ofSeconds(10));
        ManualClock clock = ManualClock.create();
        RateLimiter script = new ScriptClock(redis, clock);
        RateLimiter twin = LocalRateLimiter.create(clock, 1000);
        String key = "long:{" + UUID.randomUUID() + "}";
        List<Decision> byScript = new ArrayList<>();
        List<Decision> byTwin = new ArrayList<>();
        for (long[] step : steps) {
            clock.advanceMicros(step[0]);
            List<Charge> charges = List.of(new Charge(limit, key, Math.min(large ? 30 * step[1] : step[1], permits)));
            byScript.add(script.acquire(charges));
            byTwin.add(twin.acquire(charges));
            assertThat(byScript.get(byScript.size() - 1).quotas())
                    .isEqualTo(byTwin.get(byTwin.size() - 1).quotas());
            if (step[2] < byScript.size()) {
                script.refund(byScript.get((int) step[2])).join();
                twin.refund(byTwin.get((int) step[2])).join();
            }
        }
        script.reset(key).join();
    }

    @Provide
    Arbitrary<List<long[]>> longLogs() {
        Arbitrary<Long> passes = Arbitraries.frequencyOf(
                Tuple.of(8, Arbitraries.longs().between(0, 500_000)),
                Tuple.of(2, Arbitraries.of(0L, 1L, 9_999_999L, 10_000_000L)),
                Tuple.of(2, Arbitraries.longs().between(-3_000_000, -1)));
        Arbitrary<Long> cost = Arbitraries.frequencyOf(
                Tuple.of(6, Arbitraries.just(1L)),
                Tuple.of(3, Arbitraries.longs().between(1, 90)));
        Arbitrary<Long> refunded = Arbitraries.longs().between(0, 200);
        return Combinators.combine(passes, cost, refunded)
                .as((micros, permits, which) -> new long[] {micros, permits, which})
                .list()
                .ofMinSize(40)
                .ofMaxSize(120);
    }

    /** Two requests in one microsecond, which a real server never has: told apart by their ids. */
    @Example
    void refundTwiceReturnsOnlyWhatItsRequestTook() {
        List<Charge> charges =
                List.of(new Charge(Limit.of(10, Duration.ofMinutes(1)), "twice:{" + UUID.randomUUID() + "}", 2));
        String now = Long.toString(ManualClock.create().micros());
        Decision first = redis.acquireAt(now, "request-1", charges).join();
        redis.acquireAt(now, "request-2", charges).join();
        for (Decision same : List.of(first, Decision.of(first.id(), first.quotas(), first.source(), first.at()))) {
            redis.refundAt(now, same).join();
        }
        assertThat(redis.acquireAt(now, "request-3", charges)
                        .join()
                        .quotas()
                        .get(0)
                        .remaining())
                .isEqualTo(6);
    }

    /** Told by the true time, also while the server's clock is set back again and again. */
    @Property(tries = 500)
    void lawHoldsInTrueTime_whenTheClockStepsBack(
            @ForAll("stepsBack") List<long[]> steps, @ForAll("exactOnes") Algorithm algorithm) {
        Limit limit = new Limit("", 3, Duration.ofSeconds(10), algorithm);
        ManualClock clock = ManualClock.create();
        RateLimiter script = new ScriptClock(redis, clock);
        RateLimiter twin = LocalRateLimiter.create(clock, 1000);
        List<Charge> charges = List.of(Charge.of(limit, "back:{" + UUID.randomUUID() + "}"));
        List<Long> admittedAt = new ArrayList<>();
        long trueTime = 0;
        for (long[] step : steps) {
            trueTime += step[0];
            clock.advanceMicros(step[0] - step[1]);
            Decision decision = script.acquire(charges);
            assertThat(decision.quotas()).isEqualTo(twin.acquire(charges).quotas());
            if (decision.allowed()) {
                admittedAt.add(trueTime);
            }
        }
        if (algorithm instanceof Algorithm.SlidingWindowLog || algorithm instanceof Algorithm.SlidingWindowBuckets) {
            SlidingLaw.check(admittedAt, 3, 10_000_000);
        }
    }

    @Provide
    Arbitrary<Algorithm> exactOnes() {
        return Arbitraries.of(
                Algorithm.slidingWindowLog(),
                new Algorithm.SlidingWindowBuckets(10),
                new Algorithm.SlidingWindowCounter(),
                Algorithm.FixedWindow.ofClock(),
                new Algorithm.Gcra(0));
    }

    @Provide
    Arbitrary<List<long[]>> stepsBack() {
        Arbitrary<Long> passes = Arbitraries.longs().between(0, 6_000_000);
        Arbitrary<Long> setBack = Arbitraries.frequencyOf(
                Tuple.of(4, Arbitraries.just(0L)),
                Tuple.of(1, Arbitraries.longs().between(0, 8_000_000)));
        return Combinators.combine(passes, setBack)
                .as((forward, back) -> new long[] {forward, back})
                .list()
                .ofMinSize(5)
                .ofMaxSize(40);
    }
}
