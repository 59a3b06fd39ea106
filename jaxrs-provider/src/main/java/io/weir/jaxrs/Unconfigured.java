package io.weir.jaxrs;

import jakarta.ws.rs.container.DynamicFeature;
import jakarta.ws.rs.container.ResourceInfo;
import jakarta.ws.rs.core.Configuration;
import jakarta.ws.rs.core.FeatureContext;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Stands for the filters where nothing is configured, so that the limits of an annotation are not silently ignored.
 *
 * <p>A resource is the first chance to know: another {@link RateLimitFeature}, one with a gate, may have come later.
 */
final class Unconfigured implements DynamicFeature {

    private static final Logger log = LoggerFactory.getLogger(RateLimitFeature.class);

    private final Configuration configuration;
    private final Function<Configuration, Set<Class<?>>> resources;
    private final AtomicBoolean logged = new AtomicBoolean();
    private final AnnotatedRules rules = new AnnotatedRules(new Locators(), List::of, rule -> {
        throw new IllegalArgumentException("Weir is not configured; allowed: a rate-limits.yaml, or weir.* properties");
    });

    /** @param resources tells, of a configuration, classes of which some are resources */
    Unconfigured(Configuration configuration, Function<Configuration, Set<Class<?>>> resources) {
        this.configuration = configuration;
        this.resources = resources;
    }

    @Override
    public void configure(ResourceInfo resource, FeatureContext context) {
        if (Phases.areRegistered(configuration)) {
            return;
        }
        resources.apply(configuration).forEach(rules::check);
        rules.of(resource.getResourceClass());
        rules.of(resource.getResourceClass(), resource.getResourceMethod());
        if (logged.compareAndSet(false, true)) {
            log.info("Weir limits nothing here: there is neither a rate-limits.yaml nor a weir.* property");
        }
    }
}
