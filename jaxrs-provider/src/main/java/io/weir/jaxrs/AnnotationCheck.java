package io.weir.jaxrs;

import jakarta.ws.rs.container.DynamicFeature;
import jakarta.ws.rs.container.ResourceInfo;
import jakarta.ws.rs.core.FeatureContext;

/**
 * Reads the annotations of root resources when the application starts, so that a bad one stops it. Not those of
 * sub-resources: Jersey meets them in the middle of a request, which is then refused where no exception mapper can help it.
 */
final class AnnotationCheck implements DynamicFeature {

    private final AnnotatedRules rules;

    AnnotationCheck(AnnotatedRules rules) {
        this.rules = rules;
    }

    @Override
    public void configure(ResourceInfo resource, FeatureContext context) {
        Class<?> type = resource.getResourceClass();
        if (ResourceModel.isRoot(type)) {
            rules.of(type, resource.getResourceMethod());
            rules.check(type);
        }
    }
}
