package io.weir.jaxrs;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.jaxrs.Locators.Locator;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

class LocatorsTest {

    private final Locators locators = new Locators();

    /** What led to the last of these resources, from a root at {@code /root} unless it says otherwise. */
    private List<String> way(String path, Object... fromTheRoot) {
        return told(List.of(), path, fromTheRoot);
    }

    private List<String> told(List<String> uris, String path, Object... fromTheRoot) {
        List<Object> lastFirst = Arrays.asList(fromTheRoot.clone());
        Collections.reverse(lastFirst);
        return locators.onTheWay(new Locators.Matched(lastFirst, uris, path)).stream()
                .map(Locator::method)
                .map(method -> method.getName())
                .toList();
    }

    @Test
    void nothingLed_whenTheRootAnswers() {
        assertThat(way("root", new Root())).isEmpty();
        assertThat(way("root")).isEmpty();
    }

    @Test
    void mostSpecialTemplateThatMatchesLed() {
        assertThat(way("root/fixed", new Root(), new Leaf())).containsExactly("fixed");
        assertThat(way("/root/fixed/", new Root(), new Leaf())).containsExactly("fixed");
        assertThat(way("root/other", new Root(), new Leaf())).containsExactly("variable");
        assertThat(way("root/fixed/5/more", new Root(), new Leaf())).containsExactly("number");
        assertThat(way("root/fixed/x/more", new Root(), new Leaf())).containsExactly("fixed");
        assertThat(way("root/fixedly", new Root(), new Leaf())).containsExactly("variable");
    }

    @Test
    void severalLed_whenOneOfThemMatchesNothingButASlashMore() {
        assertThat(way("tail/files/", new Tail(), new Leaf())).containsExactlyInAnyOrder("files", "any");
        assertThat(way("tail/files", new Tail(), new Leaf())).containsExactly("any");
        assertThat(way("tail/files/x/", new Tail(), new Leaf())).containsExactly("files");
    }

    @Test
    void eachLedToTheNext_whenThereAreSeveral() {
        assertThat(way("root/nest/a/b/c", new Root(), new Nest(), new Nest(), new Nest(), new Leaf()))
                .containsExactly("nest", "nested", "nested", "leaf");
    }

    @Test
    void matchingIsOnEncodedText() {
        assertThat(way("root/a%20b", new Root(), new Leaf())).containsExactly("blank");
        assertThat(way("root/k%c3%A4se", new Root(), new Leaf())).containsExactly("umlaut");
        assertThat(way("root/fixed%2F5", new Root(), new Leaf())).containsExactly("variable");
    }

    @Test
    void matrixParametersAreNoPartOfAPath() {
        assertThat(way("root;a=1/fixed;b=/5;c", new Root(), new Leaf())).containsExactly("number");
    }

    @Test
    void rootMayBeAnywhere() {
        assertThat(way("fixed", new Top(), new Leaf())).containsExactly("fixed");
        assertThat(way("/a/b/x/tail", new Wide(), new Leaf())).containsExactly("x");
        assertThat(way("/", new Everything(), new Leaf())).containsExactly("all");
        assertThat(way("/any/thing", new Everything(), new Leaf())).containsExactly("all");
    }

    @Test
    void onlyALocatorThatCanReturnTheNextOneLed() {
        assertThat(way("twins/a", new Twins(), new Leaf())).containsExactly("leaf");
        assertThat(way("twins/a", new Twins(), new Nest())).containsExactly("nest");
        assertThat(way("twins/later", new Twins(), new Leaf())).containsExactly("later");
    }

    @Test
    void theOneThatTakesWhatTheRuntimeTellsLed_whenTheirOrderIsOpen() {
        for (String given : List.of("", "/")) {
            String path = given + "open/a-b/c";
            assertThat(told(List.of(path, given + "open/a-b", given + "open"), path, new Open(), new Leaf()))
                    .containsExactly("dashed");
            assertThat(told(List.of(given + "open/a-b/c", given + "open"), path, new Open(), new Leaf()))
                    .containsExactly("two");
        }
    }

    @Test
    void severalLed_whenNothingTellsThemApart() {
        assertThat(way("open/a-b/c", new Open(), new Leaf())).containsExactlyInAnyOrder("dashed", "two");
        // Where there are parameters, Jersey tells a URI that is too long, and a client could choose which.
        assertThat(told(List.of("open/a-b/c", "open"), "open/a-b/c;d", new Open(), new Leaf()))
                .containsExactlyInAnyOrder("dashed", "two");
    }

    @Test
    void aClassLed_whenALocatorReturnsOne() {
        assertThat(way("root/class", new Root(), new Leaf())).containsExactly("ofClass");
        assertThat(way("root/class", new Root(), Leaf.class)).containsExactly("ofClass");
        assertThat(way("root/class", new Root(), Leaf.class, new Leaf())).containsExactly("ofClass");
        assertThat(way("root/object", new Root(), new Leaf())).containsExactly("object");
    }

    @Test
    void allThatCanReturnTheNextOneMayHaveLed_whenNoTemplateMatches() {
        assertThat(way("elsewhere", new Twins(), new Leaf())).containsExactlyInAnyOrder("leaf", "later");
        assertThat(way("odd/]}", new Odd(), new Nest(), new Leaf())).containsExactly("odd", "leaf");
        assertThat(way("x", new Leaf(), new Leaf())).isEmpty();
    }

    @Test
    void locatorsAreInherited() {
        assertThat(way("heir/x", new Heir(), new Leaf())).containsExactly("inherited");
        assertThat(locators.of(Heir.class)).extracting(Locator::type).containsExactly(Heir.class);
        assertThat(locators.of(Leaf.class)).as("a method that answers").isEmpty();
    }

    /** Answers. */
    public static class Leaf {
        @GET
        @Path("{any}")
        public String get() {
            return "leaf";
        }
    }

    /** Has itself below itself. */
    public static class Nest {
        @Path("{any}")
        public Nest nested() {
            return this;
        }

        @Path("{any}")
        public Leaf leaf() {
            return new Leaf();
        }
    }

    /** Has all kinds. */
    @Path("root")
    public static class Root {
        @Path("fixed")
        public Leaf fixed() {
            return new Leaf();
        }

        @Path("/fixed/{number: [0-9]{1,3}}/")
        public Leaf number() {
            return new Leaf();
        }

        @Path("{any}")
        public Leaf variable() {
            return new Leaf();
        }

        @Path("nest")
        public Nest nest() {
            return new Nest();
        }

        @Path("a b")
        public Leaf blank() {
            return new Leaf();
        }

        @Path("k\u00e4se")
        public Leaf umlaut() {
            return new Leaf();
        }

        @Path("class")
        public Class<Leaf> ofClass() {
            return Leaf.class;
        }

        @Path("object")
        public Object object() {
            return new Leaf();
        }
    }

    /** Has a locator that may match a slash. */
    @Path("tail")
    public static class Tail {
        @Path("files/{path: .*}")
        public Leaf files() {
            return new Leaf();
        }

        @Path("{any}")
        public Leaf any() {
            return new Leaf();
        }
    }

    /** Is at the top. */
    @Path("/")
    public static class Top {
        @Path("/fixed")
        public Leaf fixed() {
            return new Leaf();
        }
    }

    /** Takes several segments for itself. */
    @Path("{wide: .+}")
    public static class Wide {
        @Path("x")
        public Leaf x() {
            return new Leaf();
        }
    }

    /** Has a locator without a path. */
    @Path("")
    public static class Everything {
        @Path("/")
        public Leaf all() {
            return new Leaf();
        }
    }

    /** Has locators that differ in what they return. */
    @Path("twins")
    public static class Twins {
        @Path("{a}")
        public Leaf leaf() {
            return new Leaf();
        }

        @Path("later")
        public CompletionStage<Leaf> later() {
            return CompletableFuture.completedStage(new Leaf());
        }

        @Path("{b}")
        public Nest nest() {
            return new Nest();
        }
    }

    /** Has two locators of which none is more special. */
    @Path("open")
    public static class Open {
        @Path("{one}-{two}")
        public Leaf dashed() {
            return new Leaf();
        }

        @Path("{one}/{two}")
        public Leaf two() {
            return new Leaf();
        }
    }

    /** Has a template that cannot be read. */
    @Path("odd")
    public static class Odd {
        @Path("{any: [}]+}")
        public Nest odd() {
            return new Nest();
        }
    }

    /** Says which path. */
    public interface Ancestor {
        @Path("x")
        Object inherited();
    }

    /** Says nothing. */
    @Path("heir")
    public static class Heir implements Ancestor {
        @Override
        public Leaf inherited() {
            return new Leaf();
        }
    }
}
