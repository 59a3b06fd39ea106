package io.weir.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every link within this repository leads to a file, and to a heading where it names one. */
class LinksTest {

    static List<Path> files() {
        return Docs.markdown();
    }

    @ParameterizedTest
    @MethodSource("files")
    void linksLeadSomewhere(Path file) {
        List<String> broken = new ArrayList<>();
        for (String link : Markdown.of(file).links()) {
            if (!link.matches("[a-z]+:.*") && !leadsSomewhere(file, link)) {
                broken.add(link);
            }
        }
        assertThat(broken).isEmpty();
    }

    private static boolean leadsSomewhere(Path file, String link) {
        String[] pathAndAnchor = link.split("#", 2);
        Path target = pathAndAnchor[0].isEmpty()
                ? file
                : file.resolveSibling(pathAndAnchor[0]).normalize();
        if (!Files.exists(target)) {
            return false;
        }
        return pathAndAnchor.length == 1 || Markdown.of(target).anchors().contains(pathAndAnchor[1]);
    }

    @Test
    void everyGuideIsLinkedFromTheReadme() {
        Stream<String> guides = Docs.markdown().stream()
                .map(file -> Docs.root().relativize(file).toString().replace('\\', '/'))
                .filter(file -> file.startsWith("docs/"));
        List<String> links = Markdown.of(Docs.root().resolve("README.md")).links();
        assertThat(links).containsAll(guides.toList());
    }
}
