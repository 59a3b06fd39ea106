package io.weir.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.util.Iterator;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What Markdown shows is cut from files that the build runs. The line before each block that names a language says one of
 * these:
 *
 * <ul>
 *   <li>{@code <!-- cut from path -->}: its lines occur in that file, in their order. Lines may be left out, and neither
 *       indentation nor comments at the ends of YAML lines are compared.
 *   <li>{@code <!-- checked by Test -->}: a test reads it.
 *   <li>{@code <!-- not cut: reason -->}: it cannot be run here.
 * </ul>
 *
 * <p>Shell lines that call Maven or start a jar need none: a build cannot run itself, but what they name is there. What a
 * terminal shows names no language.
 */
class SnippetsTest {

    private static final Pattern CUT = Pattern.compile("<!-- cut from (\\S+) -->");
    private static final Pattern CHECKED = Pattern.compile("<!-- checked by (\\w+) -->");
    private static final Pattern NOT_CUT = Pattern.compile("<!-- not cut: (.{10,}) -->");

    private static final Pattern TEST = Pattern.compile("`([A-Z]\\w*[a-z](?:Test|Contract|Properties|IT))`");
    private static final Pattern BUILD_LINE = Pattern.compile("(mvn|java -jar) .*");
    private static final Pattern MODULES = Pattern.compile("-pl (\\S+)");
    private static final Pattern JAR = Pattern.compile("java -jar (\\S+)/target/\\S+\\.jar");

    static Stream<Markdown.Block> blocks() {
        return Docs.markdown().stream()
                .flatMap(file -> Markdown.of(file).blocks().stream())
                .filter(block -> !block.language().isEmpty());
    }

    static Stream<Markdown.Block> cuts() {
        return blocks().filter(block -> block.said(CUT).isPresent());
    }

    static Stream<Markdown.Block> buildLines() {
        return blocks().filter(SnippetsTest::isOfTheBuild);
    }

    private static boolean isOfTheBuild(Markdown.Block block) {
        return block.language().equals("sh")
                && block.lines().stream()
                        .allMatch(line -> BUILD_LINE.matcher(line).matches());
    }

    @Test
    void blocksAreFound() {
        assertThat(blocks().map(block -> block.place().replaceAll("[/\\\\:].*", "")))
                .contains("README.md", "core", "docs", "examples", "lua");
    }

    @ParameterizedTest
    @MethodSource("blocks")
    void blockSaysWhereItIsRun(Markdown.Block block) {
        assertThat(block.said(CUT).isPresent()
                        || block.said(CHECKED).isPresent()
                        || block.said(NOT_CUT).isPresent()
                        || isOfTheBuild(block))
                .as("the line before the block is <!-- cut from path -->, or says why not: see SnippetsTest")
                .isTrue();
    }

    @ParameterizedTest
    @MethodSource("cuts")
    void linesOccurInTheFileThatIsNamed(Markdown.Block block) throws IOException {
        String source = block.said(CUT).orElseThrow();
        boolean yaml = block.language().equals("yaml");
        Iterator<String> file = Files.readAllLines(Docs.root().resolve(source)).iterator();
        for (String line : block.lines()) {
            boolean found = bare(line, yaml).isEmpty();
            while (!found && file.hasNext()) {
                found = bare(file.next(), yaml).equals(bare(line, yaml));
            }
            assertThat(found)
                    .as("'%s' stands in %s, behind the lines before it", line, source)
                    .isTrue();
        }
    }

    private static String bare(String line, boolean yaml) {
        return (yaml ? line.replaceFirst("(^|\\s+)#.*", "") : line).strip();
    }

    @Test
    void testsThatAreNamedExist() {
        assertThat(Docs.javaFiles())
                .containsAll(blocks().flatMap(block -> block.said(CHECKED).stream())
                        .map(name -> name + ".java")
                        .toList());
    }

    @Test
    void testsThatTheGuidesReferToExist() {
        assertThat(Docs.javaFiles())
                .containsAll(Docs.markdown().stream()
                        .flatMap(file -> groups(TEST, Docs.read(file)))
                        .map(name -> name + ".java")
                        .toList());
    }

    @ParameterizedTest
    @MethodSource("buildLines")
    void modulesThatAreNamedExist(Markdown.Block block) {
        String text = String.join("\n", block.lines());
        Stream<String> modules =
                Stream.concat(groups(MODULES, text).flatMap(list -> Stream.of(list.split(",", -1))), groups(JAR, text));
        assertThat(modules)
                .allSatisfy(module -> assertThat(Docs.root().resolve(module).resolve("pom.xml"))
                        .exists());
    }

    private static Stream<String> groups(Pattern pattern, String text) {
        return pattern.matcher(text).results().map((MatchResult found) -> found.group(1));
    }
}
