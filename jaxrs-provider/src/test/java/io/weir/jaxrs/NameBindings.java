package io.weir.jaxrs;

import jakarta.annotation.Priority;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.NameBinding;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Priorities;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;

/** An application that authenticates only where it says so (Jakarta REST 3.0, section 6.5.2). */
final class NameBindings {

    private NameBindings() {}

    /** Needs a user. */
    @NameBinding
    @Retention(RetentionPolicy.RUNTIME)
    public @interface Secured {}

    /** {@link HeaderLogin}, where bound. */
    @Secured
    @Priority(Priorities.AUTHENTICATION)
    static final class Login implements ContainerRequestFilter {

        private final HeaderLogin login = new HeaderLogin();

        @Override
        public void filter(ContainerRequestContext request) {
            login.filter(request);
        }

        int tries() {
            return login.tries();
        }
    }

    /** An application all of which is bound. */
    @Secured
    static final class Bound extends TestApplication {
        Bound(Object... components) {
            super(components);
        }
    }

    /** Bound as a class. */
    @Path("bound-class")
    @Secured
    public static class OfClass {
        @GET
        @RateLimited(limit = "2/1m", key = "user")
        public String get() {
            return "class";
        }
    }

    /** Bound in one of its methods. */
    @Path("bound-method")
    public static class OfMethod {
        @GET
        @Path("bound")
        @Secured
        @RateLimited(limit = "2/1m", key = "ip")
        public String bound() {
            return "bound";
        }

        @GET
        @Path("free")
        @RateLimited(limit = "2/1m", key = "ip")
        public String free() {
            return "free";
        }
    }
}
