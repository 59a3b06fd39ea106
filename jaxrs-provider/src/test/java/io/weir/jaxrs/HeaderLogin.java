package io.weir.jaxrs;

import jakarta.annotation.Priority;
import jakarta.ws.rs.Priorities;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.SecurityContext;
import java.security.Principal;
import java.util.concurrent.atomic.AtomicInteger;

/** Believes the header {@code X-User}, and answers 401 without it. */
@Priority(Priorities.AUTHENTICATION)
final class HeaderLogin implements ContainerRequestFilter {

    private record User(String name) implements SecurityContext, Principal {

        @Override
        public String getName() {
            return name;
        }

        @Override
        public Principal getUserPrincipal() {
            return this;
        }

        @Override
        public boolean isUserInRole(String role) {
            return false;
        }

        @Override
        public boolean isSecure() {
            return false;
        }

        @Override
        public String getAuthenticationScheme() {
            return "test";
        }
    }

    private final AtomicInteger tries = new AtomicInteger();

    @Override
    public void filter(ContainerRequestContext request) {
        tries.incrementAndGet();
        String name = request.getHeaderString("X-User");
        if (name == null) {
            request.abortWith(Response.status(401).build());
        } else {
            request.setSecurityContext(new User(name));
        }
    }

    int tries() {
        return tries.get();
    }
}
