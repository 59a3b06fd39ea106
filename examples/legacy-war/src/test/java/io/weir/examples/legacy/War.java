package io.weir.examples.legacy;

import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** The WAR that the build made. */
final class War {

    static final Path PACKED = Path.of("target", "legacy.war");

    private War() {}

    /** Unpacks it, so that a container which deploys it often does not have to. */
    static Path unpack(Path folder) throws IOException {
        try (FileSystem war = FileSystems.newFileSystem(PACKED);
                Stream<Path> entries = Files.walk(war.getPath("/"))) {
            for (Path entry : (Iterable<Path>) entries::iterator) {
                Path file = folder.resolve(entry.toString().substring(1));
                if (Files.isDirectory(entry)) {
                    Files.createDirectories(file);
                } else {
                    Files.copy(entry, file);
                }
            }
        }
        return folder;
    }
}
