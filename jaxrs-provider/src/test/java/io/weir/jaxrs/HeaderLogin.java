package io.weir.jaxrs;

import jakarta.annotation.Priority;
import jakarta.ws.rs.Priorities;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.SecurityContext;
import java.security.Principal;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Believes the headers {@code X-User} and {@code X-Role}, and answers 401 without the first. */
@Priority(Priorities.AUTHENTICATION)
final class HeaderLogin implements ContainerRequestFilter {

    private record User(String name, @Nullable String role) implements SecurityContext, Principal {

        @Override
        public String getName() {
            return name;
        }

        @Override
        public Principal getUserPrincipal() {
            return this;
        }

        @Override
        public boolean isUserInRole(String asked) {
            return asked.equals(role);
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
            request.setSecurityContext(new User(name, request.getHeaderString("X-Role")));
        }
    }

    int tries() {
        return tries.get();
    }
}
