package io.weir.examples.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What the READMEs show is cut from files that run: before each xml, java or yaml block a comment names the file, in which
 * the lines of the block occur in their order. Lines may be left out, and indentation is not compared.
 */
class SnippetsTest {

    private static final Path ROOT = Path.of("..", "..");
    private static final Pattern SOURCE = Pattern.compile("<!-- cut from (\\S+) -->");
    private static final Pattern BLOCK = Pattern.compile("```(xml|java|yaml)");

    /** A block of a README; its place is the line at which it begins. */
    record Snippet(String place, Optional<String> source, List<String> lines) {

        @Override
        public String toString() {
            return place;
        }
    }

    static List<Snippet> snippets() throws IOException {
        List<Snippet> snippets = new ArrayList<>();
        for (Path readme : readmes()) {
            List<String> lines = Files.readAllLines(readme);
            for (int i = 0; i < lines.size(); i++) {
                if (BLOCK.matcher(lines.get(i)).matches()) {
                    int end = i + 1 + lines.subList(i + 1, lines.size()).indexOf("```");
                    Matcher source = SOURCE.matcher(i == 0 ? "" : lines.get(i - 1));
                    snippets.add(new Snippet(
                            ROOT.relativize(readme) + ":" + (i + 1),
                            source.matches() ? Optional.of(source.group(1)) : Optional.empty(),
                            lines.subList(i + 1, end).stream()
                                    .map(String::strip)
                                    .filter(line -> !line.isEmpty())
                                    .toList()));
                }
            }
        }
        return snippets;
    }

    private static List<Path> readmes() throws IOException {
        try (Stream<Path> files = Files.walk(ROOT, 3)) {
            return files.filter(file -> file.endsWith("README.md"))
                    .filter(file -> !file.toString().contains("target"))
                    .sorted()
                    .toList();
        }
    }

    @Test
    void theReadmesAreFound_andShowSomething() throws IOException {
        assertThat(readmes()).contains(ROOT.resolve("README.md"), ROOT.resolve("core/README.md"));
        assertThat(snippets()).hasSizeGreaterThan(5);
    }

    @ParameterizedTest
    @MethodSource("snippets")
    void linesOccurInTheFileThatIsNamed(Snippet snippet) throws IOException {
        assertThat(snippet.source)
                .as("%s: the line before the block names its file: <!-- cut from path -->", snippet)
                .isPresent();
        Iterator<String> file =
                Files.readAllLines(ROOT.resolve(snippet.source.orElseThrow())).iterator();
        for (String line : snippet.lines) {
            boolean found = false;
            while (!found && file.hasNext()) {
                found = file.next().strip().equals(line);
            }
            assertThat(found)
                    .as(
                            "%s: '%s' stands in %s, behind the lines before it",
                            snippet, line, snippet.source.orElseThrow())
                    .isTrue();
        }
    }
}
