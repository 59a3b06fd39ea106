package io.weir.examples.demo;

import io.weir.redis.RedisUrl;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What the demo was asked for.
 *
 * @param port to listen on; 0 for any free one
 * @param redis where to count; null for a Redis of the demo's own
 * @param help whether to explain and do nothing
 */
record Arguments(int port, @Nullable String redis, boolean help) {

    static final String HELP = """
            Shows Weir in front of a servlet and of a Jakarta REST resource.

              --port N                    listen on this port; 0 for any free one; default 8080
              --redis redis://host:port   count in this Redis; default: one that the demo starts
              --help                      print this
            """;

    private static final int DEFAULT_PORT = 8080;

    /** @throws IllegalArgumentException if an argument cannot be understood; the message is one line */
    static Arguments parse(String... arguments) {
        int port = DEFAULT_PORT;
        String redis = null;
        Set<String> seen = new HashSet<>();
        List<String> all = List.of(arguments);
        for (int i = 0; i < all.size(); i++) {
            String name = all.get(i);
            if (!seen.add(name)) {
                throw new IllegalArgumentException(name + " is given twice");
            }
            switch (name) {
                case "--help" -> {
                    return new Arguments(port, redis, true);
                }
                case "--port" -> port = port(valueOf(name, all, ++i));
                case "--redis" -> redis = redis(valueOf(name, all, ++i));
                default ->
                    throw new IllegalArgumentException(
                            "unknown argument '" + name + "'; allowed: --port N, --redis redis://host:port, --help");
            }
        }
        return new Arguments(port, redis, false);
    }

    private static String valueOf(String name, List<String> all, int index) {
        if (index == all.size()) {
            throw new IllegalArgumentException(name + " lacks its value; see --help");
        }
        return all.get(index);
    }

    private static int port(String text) {
        int port = text.matches("[0-9]{1,5}") ? Integer.parseInt(text) : -1;
        if (port < 0 || port > 65_535) {
            throw new IllegalArgumentException("--port '" + text + "' is no port; allowed: 0 (any free one) to 65535");
        }
        return port;
    }

    private static String redis(String text) {
        try {
            RedisUrl ignored = RedisUrl.parse(text);
            return text;
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("--redis: " + e.getMessage(), e);
        }
    }
}
