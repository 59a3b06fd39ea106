package io.weir.config;

import io.weir.config.GateConfiguration.Resources;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Opens files wherever an application may keep them. */
final class Documents {

    /**
     * A file's text.
     *
     * @param location where it is
     * @param text what it says
     */
    record Document(String location, String text) {

        /** How messages call it: the last part of where it is. */
        String name() {
            return nameOf(location);
        }

        /** Whether it may say something else one day: what the class path holds stays as it is. */
        boolean mayChange() {
            return !location.startsWith(CLASS_PATH);
        }

        @Override
        public String toString() {
            return location; // the text may hold a password
        }
    }

    /** What to write for a location. */
    static final String ALLOWED =
            "/WEB-INF/name.yaml in the application, classpath:name.yaml, a path of the file system,"
                    + " or a file: URI";

    private static final String CLASS_PATH = "classpath:";
    private static final int MAX_BYTES = 1_000_000;

    private final Resources resources;

    Documents(Resources resources) {
        this.resources = resources;
    }

    /** What the container holds under a name; null if there is nothing. */
    @Nullable
    Object attribute(String name) {
        return resources.attribute(name);
    }

    /**
     * Opens the file at a location; it is a problem if there is none.
     *
     * @param saidAt where the location was given
     * @return null if it cannot be read; the problems say why
     */
    @Nullable
    Document open(String location, Place saidAt, Problems problems) {
        try (InputStream in = find(location)) {
            if (in == null) {
                problems.add("there is no file at '" + location + "'; allowed: " + ALLOWED, saidAt);
                return null;
            }
            return read(in, location, saidAt, problems);
        } catch (IOException | IllegalArgumentException e) {
            problems.add("the file at '" + location + "' cannot be read: " + e, saidAt);
            return null;
        }
    }

    /** Whether there is a file at a location. */
    boolean has(String location) {
        try (InputStream in = find(location)) {
            return in != null;
        } catch (IOException e) {
            return true; // opening it tells what is wrong
        }
    }

    private @Nullable InputStream find(String location) throws IOException {
        if (location.startsWith(CLASS_PATH)) {
            String name = location.substring(CLASS_PATH.length());
            return onClassPath(name.startsWith("/") ? name.substring(1) : name);
        }
        if (location.startsWith("file:")) {
            return file(Path.of(URI.create(location)));
        }
        InputStream resource = location.startsWith("/") ? resources.open(location) : null;
        return resource != null ? resource : file(Path.of(location));
    }

    private static @Nullable InputStream file(Path path) throws IOException {
        return Files.exists(path) ? Files.newInputStream(path) : null;
    }

    private static @Nullable InputStream onClassPath(String name) {
        ClassLoader context = Thread.currentThread().getContextClassLoader();
        InputStream in = context == null ? null : context.getResourceAsStream(name);
        return in != null ? in : Documents.class.getResourceAsStream("/" + name);
    }

    private static @Nullable Document read(InputStream in, String location, Place saidAt, Problems problems)
            throws IOException {
        byte[] bytes = in.readNBytes(MAX_BYTES + 1);
        if (bytes.length > MAX_BYTES) {
            problems.add("the file at '" + location + "' is too large; allowed: " + MAX_BYTES + " bytes", saidAt);
            return null;
        }
        try {
            String text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
            return new Document(location, text.startsWith("\uFEFF") ? text.substring(1) : text); // an editor's mark
        } catch (CharacterCodingException e) {
            problems.add(
                    "the file is not encoded in UTF-8; allowed: UTF-8, with or without a byte order mark",
                    Place.whole(nameOf(location)));
            return null;
        }
    }

    private static String nameOf(String location) {
        return location.substring(Math.max(location.lastIndexOf('/'), location.lastIndexOf(':')) + 1);
    }
}
