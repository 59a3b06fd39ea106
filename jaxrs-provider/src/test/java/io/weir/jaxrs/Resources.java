package io.weir.jaxrs;

import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.sse.Sse;
import jakarta.ws.rs.sse.SseEventSink;

/** Small resources, each for one kind of test. */
final class Resources {

    private Resources() {}

    /** Takes nothing but text. */
    @Path("text")
    public static class Text {
        @POST
        @Consumes("text/plain")
        public String post(String body) {
            return body;
        }
    }

    /** Annotated methods, and one that is not. */
    @Path("annotated")
    public static class Annotated {
        @GET
        @Path("inline")
        @RateLimited(limit = "2/1m", key = "ip")
        public String inline() {
            return "inline";
        }

        @GET
        @Path("user")
        @RateLimited(limit = "2/1m")
        public String user() {
            return "user";
        }

        @GET
        @Path("free")
        public String free() {
            return "free";
        }
    }

    /** Names a rule on one of its methods. */
    @Path("naming")
    public static class Naming {
        @GET
        @Path("named")
        @RateLimited("reports")
        public String named() {
            return "named";
        }

        @GET
        @Path("free")
        public String free() {
            return "free";
        }
    }

    /** One budget for two methods, and one more for one of them. */
    @Path("class")
    @RateLimited(limit = "3/1m", key = "ip")
    public static class WholeClass {
        @GET
        @Path("a")
        public String a() {
            return "a";
        }

        @GET
        @Path("b")
        @RateLimited(limit = "2/1m", key = "ip")
        public String b() {
            return "b";
        }
    }

    /** Holds a namesake. */
    public static final class One {
        private One() {}

        /** Has two methods of one name. */
        @Path("one")
        public static class Same {
            @GET
            @Path("a")
            @RateLimited(limit = "1/1m", key = "ip")
            public String same() {
                return "a";
            }

            @GET
            @Path("{any}")
            @RateLimited(limit = "1/1m", key = "ip")
            public String same(@PathParam("any") String any) {
                return any;
            }
        }
    }

    /** Holds another namesake. */
    public static final class Other {
        private Other() {}

        /** Has the same method as its namesake. */
        @Path("other")
        public static class Same {
            @GET
            @Path("a")
            @RateLimited(limit = "1/1m", key = "ip")
            public String same() {
                return "a";
            }
        }
    }

    /** An annotated interface. */
    public interface Api<T> {
        @GET
        @Path("of-interface")
        @RateLimited(limit = "1/1m", key = "ip")
        String ofInterface();

        @PUT
        @Path("generic")
        @RateLimited(limit = "1/1m", key = "ip")
        String generic(T body);
    }

    /** An annotated superclass. */
    public abstract static class Base implements Api<String> {
        @GET
        @Path("of-superclass")
        @RateLimited(limit = "1/1m", key = "ip")
        public String ofSuperclass() {
            return "base";
        }
    }

    /** Annotated nowhere itself. */
    @Path("inheriting")
    public static class Inheriting extends Base {
        @Override
        public String ofInterface() {
            return "inherited";
        }

        @Override
        public String generic(String body) {
            return "generic";
        }

        @Override
        public String ofSuperclass() {
            return "inherited";
        }
    }

    /** Has sub-resources. */
    @Path("parent")
    public static class Parent {
        @Path("child")
        public Child child() {
            return new Child();
        }

        @Path("wrong")
        public Wrong wrong() {
            return new Wrong();
        }
    }

    /** Limits all of its sub-resources. */
    @Path("limited-parent")
    @RateLimited(limit = "1/1m", key = "ip")
    public static class LimitedParent {
        @Path("{any}")
        public Free free() {
            return new Free();
        }
    }

    /** A sub-resource that says nothing. */
    public static class Free {
        @GET
        public String get() {
            return "free";
        }
    }

    /** A sub-resource. */
    @RateLimited(limit = "2/1m", key = "ip")
    public static class Child {
        @GET
        @Path("method")
        @RateLimited(limit = "1/1m", key = "ip")
        public String method() {
            return "method";
        }

        @GET
        @Path("class")
        public String ofClass() {
            return "class";
        }
    }

    /** A sub-resource with a mistake. */
    @RateLimited("nothing")
    public static class Wrong {
        @GET
        public String get() {
            return "wrong";
        }
    }

    /** Names a rule that does not exist. */
    @Path("unknown-rule")
    public static class UnknownRule {
        @GET
        @RateLimited("nothing")
        public String get() {
            return "unknown";
        }
    }

    /** Has a limit that cannot be read. */
    @Path("bad-limit")
    @RateLimited(limit = "5 per")
    public static class BadLimit {
        @GET
        public String get() {
            return "bad";
        }
    }

    /** Answers everything below two paths. */
    @Path("/")
    public static class AnyPath {
        @GET
        @Path("open/{rest: .*}")
        public String open() {
            return "open";
        }

        @GET
        @Path("other")
        public String other() {
            return "other";
        }
    }

    /** Has templates. */
    @Path("users/{id}")
    public static final class Users {

        @GET
        public String get(@PathParam("id") String id) {
            return id;
        }

        @GET
        @Path("/orders/")
        public String orders(@PathParam("id") String id) {
            return id;
        }
    }

    /** Sends three events from another thread. */
    @Path("events")
    public static final class Events {

        @GET
        @Produces(MediaType.SERVER_SENT_EVENTS)
        public void send(@Context SseEventSink sink, @Context Sse sse) {
            new Thread(() -> {
                        try (sink) {
                            for (int i = 1; i <= 3; i++) {
                                sink.send(sse.newEvent(Integer.toString(i)))
                                        .toCompletableFuture()
                                        .join();
                            }
                        }
                    })
                    .start();
        }
    }
}
