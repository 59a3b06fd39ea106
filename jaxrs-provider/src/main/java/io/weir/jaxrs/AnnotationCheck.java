package io.weir.jaxrs;

import jakarta.ws.rs.container.DynamicFeature;
import jakarta.ws.rs.container.ResourceInfo;
import jakarta.ws.rs.core.FeatureContext;

/** Reads the annotations of every resource that the runtime knows when it starts, so that a bad one stops it. */
final class AnnotationCheck implements DynamicFeature {

    private final AnnotatedRules rules;

    AnnotationCheck(AnnotatedRules rules) {
        this.rules = rules;
    }

    @Override
    public void configure(ResourceInfo resource, FeatureContext context) {
        rules.of(resource.getResourceClass());
        rules.of(resource.getResourceClass(), resource.getResourceMethod());
    }
}
