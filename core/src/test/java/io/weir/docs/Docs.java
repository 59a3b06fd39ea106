package io.weir.docs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** The files of {@code docs/}, and all Markdown of this repository. */
final class Docs {

    /** What the build makes, and what Git and the like keep. */
    private static final Set<String> NO_SOURCES = Set.of("target", ".git", ".idea", ".mvn", "node_modules");

    private Docs() {}

    /** The root of this repository, found by walking up from the working directory, which is a module's or the root. */
    static Path root() {
        Path start = Path.of("").toAbsolutePath();
        for (Path folder = start; folder != null; folder = folder.getParent()) {
            if (Files.isRegularFile(folder.resolve("docs").resolve("algorithms.md"))) {
                return folder;
            }
        }
        throw new IllegalStateException("no folder above " + start + " has docs/algorithms.md");
    }

    static Path path(String name) {
        return root().resolve("docs").resolve(name);
    }

    /** The text, with {@code \n} between lines. */
    static String read(String name) {
        return read(path(name));
    }

    static String read(Path file) {
        try {
            return Files.readString(file, StandardCharsets.UTF_8).replace("\r\n", "\n");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Every Markdown file, the READMEs of all modules included. */
    static List<Path> markdown() {
        return sources(root(), ".md").sorted().toList();
    }

    /** The names of all Java files. */
    static List<String> javaFiles() {
        return sources(root(), ".java")
                .map(file -> file.getFileName().toString())
                .toList();
    }

    private static Stream<Path> sources(Path folder, String ending) {
        try (Stream<Path> files = Files.list(folder)) {
            return files.toList().stream().flatMap(file -> {
                if (Files.isDirectory(file)) {
                    return NO_SOURCES.contains(file.getFileName().toString()) ? Stream.empty() : sources(file, ending);
                }
                return file.toString().endsWith(ending) ? Stream.of(file) : Stream.empty();
            });
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
