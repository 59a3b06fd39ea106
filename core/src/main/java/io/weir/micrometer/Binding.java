package io.weir.micrometer;

import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import io.weir.Decision.Source;
import io.weir.RateLimiterException.Kind;
import io.weir.http.GateCounters;
import io.weir.http.Outcome;
import io.weir.http.RuleCounters;
import io.weir.local.LocalRateLimiter;
import io.weir.metrics.GateMetrics;
import io.weir.redis.RedisCalls;
import io.weir.resilience.BreakingRateLimiter;
import io.weir.resilience.DenialCache;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.function.ToDoubleFunction;

/** The meters of one gate in one registry. Counts are read where they are counted, when the registry is read. */
final class Binding {

    private static final String APPLICATION = "application";
    private static final String RULE = "rule";
    private static final String UNDECIDED = "weir.undecided";

    /** Edges for a histogram of calls, round the deadline of 100 ms, from what a near Redis takes. */
    private static final Duration[] EDGES = {
        Duration.ofNanos(500_000),
        Duration.ofMillis(1),
        Duration.ofMillis(2),
        Duration.ofMillis(5),
        Duration.ofMillis(10),
        Duration.ofMillis(20),
        Duration.ofMillis(50),
        Duration.ofMillis(100),
        Duration.ofMillis(200),
        Duration.ofMillis(500),
        Duration.ofSeconds(1)
    };

    private final GateMetrics metrics;
    private final MeterRegistry registry;
    private final Tags tags;
    private final List<Meter> meters = new ArrayList<>();
    private final Consumer<RuleCounters> rules = this::add;
    private Runnable silence = () -> {};
    private boolean ended;

    Binding(GateMetrics metrics, MeterRegistry registry) {
        this.metrics = metrics;
        this.registry = registry;
        tags = Tags.of(APPLICATION, metrics.application());
    }

    /** Whether a gate of that application is shown in the registry. */
    static boolean isTaken(MeterRegistry registry, String application) {
        return registry.find(UNDECIDED).tag(APPLICATION, application).meter() != null;
    }

    void begin() {
        add(metrics.counters());
        metrics.breaker().ifPresent(this::add);
        metrics.redisCalls().ifPresent(this::add);
        metrics.denialCache().ifPresent(this::add);
        metrics.local().ifPresent(this::add);
        metrics.counters().observe(rules);
    }

    void end() {
        metrics.counters().leave(rules);
        silence.run();
        synchronized (this) {
            ended = true;
            meters.forEach(registry::remove);
        }
    }

    private void add(GateCounters counters) {
        for (Kind kind : Kind.values()) {
            count(
                    UNDECIDED,
                    "How often Redis did not decide for a rule, and its failure policy held",
                    tags.and("cause", kind.name().toLowerCase(Locale.ROOT)),
                    counters,
                    some -> some.undecided(kind));
        }
        count(
                "weir.addresses.unresolved",
                "Requests that named no address where the client's should be",
                tags,
                counters,
                GateCounters::addressesUnresolved);
    }

    private void add(RuleCounters rule) {
        Tags ofRule = tags.and(RULE, rule.rule());
        for (Outcome outcome : Outcome.values()) {
            boolean failed = outcome == Outcome.FAILED_OPEN || outcome == Outcome.FAILED_CLOSED;
            for (Source source : Source.values()) {
                if (failed == (source == Source.FAILURE_POLICY)) {
                    count(
                            "weir.decisions",
                            "What rules made of the requests that they cover",
                            ofRule.and("outcome", outcome.toString(), "source", source.toString()),
                            rule,
                            counters -> counters.count(outcome, source));
                }
            }
        }
        count(
                "weir.near.limit",
                "Requests that passed and left less than 20 % of a limit",
                ofRule,
                rule,
                RuleCounters::nearLimit);
        count(
                "weir.keys.absent",
                "Requests without what the key of a rule looks at, so that their address stood in",
                ofRule,
                rule,
                RuleCounters::keysAbsent);
    }

    private void add(BreakingRateLimiter breaker) {
        gauge(
                "weir.breaker.open",
                "Whether Redis is not asked at the moment: 1, else 0",
                breaker,
                one -> one.isOpen() ? 1 : 0);
    }

    private void add(RedisCalls calls) {
        CallMeters callMeters = new CallMeters(
                timer("answered"),
                timer("failed"),
                register(DistributionSummary.builder("weir.redis.batch.size")
                        .description("How many decisions shared a round trip to Redis")
                        .baseUnit("decisions")
                        .tags(tags)
                        .register(registry)));
        calls.listen(callMeters);
        silence = () -> calls.leave(callMeters);
    }

    private Timer timer(String result) {
        return register(Timer.builder("weir.redis.calls")
                .description("How long Redis took for a decision, the wait for a round trip included")
                .tags(tags.and("result", result))
                .serviceLevelObjectives(EDGES)
                .register(registry));
    }

    private void add(DenialCache cache) {
        gauge("weir.denial.cache.size", "Denials that are remembered", cache, DenialCache::size);
        count("weir.denial.cache.hits", "Requests that were denied from memory", tags, cache, DenialCache::hits);
    }

    private void add(LocalRateLimiter local) {
        gauge("weir.local.keys", "Counters in this JVM, for what Redis does not decide", local, LocalRateLimiter::keys);
        count(
                "weir.local.keys.forgotten",
                "Counters in this JVM that were forgotten for others, the room being full",
                tags,
                local,
                LocalRateLimiter::forgotten);
    }

    private <T> void gauge(String name, String description, T counted, ToDoubleFunction<T> value) {
        register(Gauge.builder(name, counted, value)
                .description(description)
                .tags(tags)
                .register(registry));
    }

    private <T> void count(String name, String description, Tags some, T counted, ToDoubleFunction<T> value) {
        register(FunctionCounter.builder(name, counted, value)
                .description(description)
                .tags(some)
                .register(registry));
    }

    private synchronized <M extends Meter> M register(M meter) {
        if (ended) {
            registry.remove(meter);
        } else {
            meters.add(meter);
        }
        return meter;
    }
}
