package io.weir.config;

import io.weir.http.HttpGate;
import io.weir.metrics.JmxRegistration;
import io.weir.micrometer.RateLimitMetrics;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Shows a gate where the configuration says, until it is closed. What cannot be shown is no reason not to start. */
final class Views implements AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(GateConfiguration.class);

    private final List<AutoCloseable> open = new ArrayList<>();

    /** Begins to show a gate. */
    synchronized void open(HttpGate gate, Set<MetricsReader.View> wanted) {
        for (MetricsReader.View view : wanted) {
            try {
                open.add(
                        switch (view) {
                            case JMX -> JmxRegistration.of(gate);
                            case MICROMETER -> RateLimitMetrics.inGlobalRegistry(gate);
                        });
            } catch (RuntimeException | LinkageError e) { // of a Micrometer that is older, or not whole
                log.warn("The rate limits hold, but their metrics cannot be shown by {}", view, e);
            }
        }
    }

    @Override
    public synchronized void close() {
        for (AutoCloseable view : open) {
            try {
                view.close();
            } catch (Exception e) {
                log.warn("The metrics of the rate limits cannot be taken away", e);
            }
        }
        open.clear();
    }
}
