package io.weir.jaxrs;

import jakarta.ws.rs.Priorities;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.container.ContainerResponseContext;
import jakarta.ws.rs.container.ContainerResponseFilter;
import jakarta.ws.rs.container.PreMatching;
import jakarta.ws.rs.container.ResourceInfo;
import jakarta.ws.rs.core.Configuration;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.FeatureContext;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The filters through which a runtime calls {@link RestGate}. */
final class Phases {

    /** So that what an authentication costs, and how it fails, is behind the limits that need no user. */
    static final int BEFORE_AUTHENTICATION = Priorities.AUTHENTICATION - 100;

    /** When the user is known, and before anybody asks what that user may do. */
    static final int AFTER_AUTHENTICATION = (Priorities.AUTHENTICATION + Priorities.AUTHORIZATION) / 2;

    private Phases() {}

    static boolean areRegistered(Configuration configuration) {
        return configuration.isRegistered(BeforeMatching.class);
    }

    static void register(FeatureContext context, AnnotatedRules annotated, RestGate gate) {
        context.register(new AnnotationCheck(annotated))
                .register(new BeforeMatching(gate), BEFORE_AUTHENTICATION)
                .register(new BeforeAuthentication(gate), BEFORE_AUTHENTICATION)
                .register(new AfterAuthentication(gate), AFTER_AUTHENTICATION)
                .register(new WithResponse(gate), Priorities.USER);
    }

    @PreMatching
    static final class BeforeMatching implements ContainerRequestFilter {

        private final RestGate gate;

        BeforeMatching(RestGate gate) {
            this.gate = gate;
        }

        @Override
        public void filter(ContainerRequestContext request) {
            gate.beforeMatching(request);
        }
    }

    static final class BeforeAuthentication implements ContainerRequestFilter {

        private final RestGate gate;

        /** A proxy for the one of the request that is being answered. */
        @Context
        private @Nullable ResourceInfo resource;

        BeforeAuthentication(RestGate gate) {
            this.gate = gate;
        }

        @Override
        public void filter(ContainerRequestContext request) {
            gate.beforeAuthentication(request, Objects.requireNonNull(resource));
        }
    }

    static final class AfterAuthentication implements ContainerRequestFilter {

        private final RestGate gate;

        AfterAuthentication(RestGate gate) {
            this.gate = gate;
        }

        @Override
        public void filter(ContainerRequestContext request) {
            gate.afterAuthentication(request);
        }
    }

    static final class WithResponse implements ContainerResponseFilter {

        private final RestGate gate;

        WithResponse(RestGate gate) {
            this.gate = gate;
        }

        @Override
        public void filter(ContainerRequestContext request, ContainerResponseContext response) {
            gate.respond(request, response);
        }
    }
}
