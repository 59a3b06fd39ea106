package io.weir.benchmarks.compare;

import io.weir.Limit;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.UUID;

/** The script that is found everywhere, and what it is called with: the client's clock and a UUID. */
final class ClassicScript {

    private ClassicScript() {}

    static String text() {
        try (InputStream in = Objects.requireNonNull(ClassicScript.class.getResourceAsStream("classic.lua"))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    static String key(int client) {
        return "classic:{ip=" + client + "}";
    }

    static String[] arguments(Limit limit) {
        return new String[] {
            Long.toString(System.currentTimeMillis()),
            Long.toString(limit.window().toMillis()),
            Long.toString(limit.permits()),
            UUID.randomUUID().toString()
        };
    }

    static List<String> keys(int client) {
        return List.of(key(client));
    }
}
