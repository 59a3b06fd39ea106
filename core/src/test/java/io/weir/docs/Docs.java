package io.weir.docs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** The files of {@code docs/}. */
final class Docs {

    private Docs() {}

    /** Found by walking up from the working directory, which is a module's or the root. */
    static Path path(String name) {
        Path start = Path.of("").toAbsolutePath();
        for (Path folder = start; folder != null; folder = folder.getParent()) {
            Path file = folder.resolve("docs").resolve(name);
            if (Files.isRegularFile(file)) {
                return file;
            }
        }
        throw new IllegalStateException("no folder above " + start + " has docs/" + name);
    }

    /** The text, with {@code \n} between lines. */
    static String read(String name) {
        try {
            return Files.readString(path(name), StandardCharsets.UTF_8).replace("\r\n", "\n");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
