package io.weir.micrometer;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Metrics;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.weir.http.HttpGate;
import io.weir.metrics.GateMetrics;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Shows how a gate fares in registries of Micrometer: {@code new RateLimitMetrics(gate).bindTo(registry)}. The meters stand in
 * {@code docs/metrics.md}; what they are tagged with comes from the configuration and never from a client.
 *
 * <p>A registry that outlives the gate keeps the gate's classes until this is closed. Safe for use by many threads.
 */
public final class RateLimitMetrics implements MeterBinder, AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(RateLimitMetrics.class);

    private final GateMetrics metrics;
    private final List<Binding> bindings = new ArrayList<>();

    /** Of a gate, whoever made it; one from {@code web.xml} stands in the {@code ServletContext}. */
    public RateLimitMetrics(HttpGate gate) {
        metrics = GateMetrics.of(gate);
    }

    /**
     * Shows a gate in {@link Metrics#globalRegistry}, to which an application or its framework adds the registries that it has.
     * That nobody need have Micrometer to load whoever calls this, it does not name its own type.
     *
     * @return to be closed with the gate
     */
    public static AutoCloseable inGlobalRegistry(HttpGate gate) {
        RateLimitMetrics metrics = new RateLimitMetrics(gate);
        metrics.bindTo(Metrics.globalRegistry);
        return metrics;
    }

    /**
     * Begins to show the gate there. Where another gate of the same application is shown already, as of a second host of a
     * container, this one is not, and the log says so: two would be taken for one.
     */
    @Override
    public synchronized void bindTo(MeterRegistry registry) {
        if (Binding.isTaken(registry, metrics.application())) {
            log.warn(
                    "Micrometer shows a gate of application '{}' already, and not this one; allowed: an 'application' of its own"
                            + " for each",
                    metrics.application());
            return;
        }
        Binding binding = new Binding(metrics, registry);
        bindings.add(binding);
        binding.begin();
    }

    /** Takes the meters out of every registry. */
    @Override
    public synchronized void close() {
        bindings.forEach(Binding::end);
        bindings.clear();
    }
}
