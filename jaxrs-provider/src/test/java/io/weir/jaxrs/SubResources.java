package io.weir.jaxrs;

import jakarta.ws.rs.GET;
import jakarta.ws.rs.OPTIONS;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;

/** Resources that locators lead to, for {@link LocatorContract}. */
final class SubResources {

    private SubResources() {}

    /** Bears a limit on a locator of each kind. */
    @Path("limited")
    public static class Limited {
        @GET
        public String get() {
            return "root";
        }

        @Path("child")
        @RateLimited(limit = "1/1m", key = "ip")
        public Plain child() {
            return new Plain();
        }

        @Path("free")
        public Plain free() {
            return new Plain();
        }

        @Path("twin")
        @RateLimited(limit = "2/1m", key = "ip")
        public Object twin() {
            return new Plain();
        }

        @Path("class")
        @RateLimited(limit = "1/1m", key = "ip")
        public Class<Plain> ofClass() {
            return Plain.class;
        }

        @Path("{number: [0-9]+}")
        @RateLimited(limit = "1/1m", key = "ip")
        public Plain number() {
            return new Plain();
        }

        @Path("{any}")
        @RateLimited(limit = "2/1m", key = "ip")
        public Plain any() {
            return new Plain();
        }

        @Path("a b")
        @RateLimited(limit = "1/1m", key = "ip")
        public Plain blank() {
            return new Plain();
        }

        @Path("deep/er")
        public Middle deeper() {
            return new Middle();
        }
    }

    /** Says nothing. */
    public static class Plain {
        @GET
        public String get() {
            return "plain";
        }

        @GET
        @Path("more")
        public String more() {
            return "more";
        }

        @POST
        public String post() {
            return "posted";
        }

        @OPTIONS
        @Path("more")
        public String options() {
            return "options";
        }
    }

    /** A locator on a sub-resource. */
    public static class Middle {
        @Path("{any}")
        @RateLimited(limit = "1/1m", key = "ip")
        public Plain nested() {
            return new Plain();
        }

        @Path("again/{any}")
        public Middle again() {
            return this;
        }
    }

    /** Has nothing but a locator without a path, and is at the top. */
    @Path("/")
    public static class Top {
        @Path("")
        @RateLimited(limit = "1/1m", key = "ip")
        public Plain plain() {
            return new Plain();
        }
    }

    /** Has locators of which several match most paths; each has a limit, and its child says which one it is. */
    @Path("overlapping/{tenant}")
    public static class Overlapping {

        private final String way;

        /** A root. */
        public Overlapping() {
            this("");
        }

        private Overlapping(String way) {
            this.way = way;
        }

        @Path("in/{any}")
        @RateLimited(limit = "9999/1m", key = "ip")
        public Overlapping in() {
            return new Overlapping("in, ");
        }

        @Path("a")
        @RateLimited(limit = "9999/1m", key = "ip")
        public Echo literal() {
            return new Echo(way + "literal");
        }

        @Path("a/b")
        @RateLimited(limit = "9999/1m", key = "ip")
        public Echo longer() {
            return new Echo(way + "longer");
        }

        @Path("{any}")
        @RateLimited(limit = "9999/1m", key = "ip")
        public Echo any() {
            return new Echo(way + "any");
        }

        @Path("{digits: [0-9]+}")
        @RateLimited(limit = "9999/1m", key = "ip")
        public Echo digits() {
            return new Echo(way + "digits");
        }

        @Path("{one}/{two}")
        @RateLimited(limit = "9999/1m", key = "ip")
        public Echo two() {
            return new Echo(way + "two");
        }

        @Path("{one}-{other}")
        @RateLimited(limit = "9999/1m", key = "ip")
        public Echo dashed() {
            return new Echo(way + "dashed");
        }

        @Path("v{version: [0-9]{1,2}(?:\\.[0-9])?}/{rest: .+}")
        @RateLimited(limit = "9999/1m", key = "ip")
        public Echo version() {
            return new Echo(way + "version");
        }

        @Path("files/{path: .*}")
        @RateLimited(limit = "9999/1m", key = "ip")
        public Echo files() {
            return new Echo(way + "files");
        }
    }

    /** Says which locator it comes from. */
    public static class Echo {

        private final String name;

        Echo(String name) {
            this.name = name;
        }

        @GET
        public String get() {
            return name;
        }

        @GET
        @Path("{more}")
        public String more() {
            return name;
        }
    }

    /** Says on its locator what is limited. */
    public interface Api {
        @Path("child")
        @RateLimited(limit = "1/1m", key = "ip")
        Plain child();
    }

    /** Inherits it. */
    @Path("heir")
    public static class Heir implements Api {
        @Override
        public Plain child() {
            return new Plain();
        }
    }

    /** Names one rule in every place. */
    @Path("everywhere")
    @RateLimited("reports")
    public static class Everywhere {
        @Path("child")
        @RateLimited("reports")
        public Named child() {
            return new Named();
        }
    }

    /** Names it too. */
    @RateLimited("reports")
    public static class Named {
        @GET
        @RateLimited("reports")
        public String get() {
            return "named";
        }
    }

    /** Each place has a limit, and each URL meets another one first. */
    @Path("place")
    @RateLimited(limit = "4/1m", key = "ip")
    public static class Place {
        @Path("plain")
        public Plain plain() {
            return new Plain();
        }

        @Path("locator")
        @RateLimited(limit = "1/1m", key = "ip")
        public Plain locator() {
            return new Plain();
        }

        @Path("child")
        public Resources.Child child() {
            return new Resources.Child();
        }
    }

    /** Has a mistake, and nothing but a locator. */
    @Path("wrong")
    public static class Wrong {
        @Path("child")
        @RateLimited("nothing")
        public Plain child() {
            return new Plain();
        }
    }

    /** Leads to a mistake on a locator. */
    @Path("leading")
    public static class LeadingToWrong {
        @Path("astray")
        public Wrong wrong() {
            return new Wrong();
        }
    }

    /** A whole class is limited, one method besides. */
    @Path("whole")
    @RateLimited(limit = "2/1m", key = "ip")
    public static class Whole {
        @GET
        public String get() {
            return "whole";
        }

        @GET
        @Path("one")
        @RateLimited(limit = "1/1m", key = "ip")
        public String one() {
            return "one";
        }
    }
}
