package io.weir.http;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * A path in the form in which it is routed: decoded once, without {@code ;parameters}, empty and dot segments resolved,
 * no trailing slash. Every spelling that reaches a handler makes the same path.
 *
 * <p>It is kept as segments, so that a slash which was encoded inside a segment never becomes a separator.
 *
 * @param segments decoded; none for the root
 */
public record RoutedPath(List<String> segments) {

    /** Copies the segments. */
    public RoutedPath {
        segments = List.copyOf(segments);
    }

    /** From a path that the container has decoded and freed of parameters already. */
    public static RoutedPath ofDecoded(String path) {
        return new RoutedPath(resolve(path));
    }

    /**
     * From a path as sent: percent-encoded (RFC 3986, section 2.1), perhaps with {@code ;parameters} (section 3.3). A
     * percent sign that begins no octet stands for itself; an octet sequence that is no UTF-8 becomes U+FFFD.
     */
    public static RoutedPath ofEncoded(String path) {
        List<String> bare = new ArrayList<>();
        for (String segment : path.split("/", -1)) {
            int parameters = segment.indexOf(';');
            String name = parameters < 0 ? segment : segment.substring(0, parameters);
            bare.add(name);
        }
        List<String> decoded = new ArrayList<>();
        for (String segment : resolve(String.join("/", bare))) {
            decoded.add(decode(segment));
        }
        return new RoutedPath(decoded);
    }

    private static List<String> resolve(String path) {
        List<String> resolved = new ArrayList<>();
        for (String segment : path.split("/", -1)) {
            switch (segment) {
                case "", "." -> {}
                case ".." -> {
                    if (!resolved.isEmpty()) {
                        resolved.remove(resolved.size() - 1);
                    }
                }
                default -> resolved.add(segment);
            }
        }
        return resolved;
    }

    private static String decode(String segment) {
        if (segment.indexOf('%') < 0) {
            return segment;
        }
        byte[] bytes = segment.getBytes(StandardCharsets.UTF_8);
        ByteArrayOutputStream decoded = new ByteArrayOutputStream(bytes.length);
        for (int i = 0; i < bytes.length; i++) {
            int octet = bytes[i] == '%' && i + 2 < bytes.length ? octet(bytes[i + 1], bytes[i + 2]) : -1;
            if (octet >= 0) {
                decoded.write(octet);
                i += 2;
            } else {
                decoded.write(bytes[i]);
            }
        }
        return decoded.toString(StandardCharsets.UTF_8);
    }

    private static int octet(byte high, byte low) {
        int left = Character.digit(high, 16);
        int right = Character.digit(low, 16);
        return left < 0 || right < 0 ? -1 : left * 16 + right;
    }

    @Override
    public String toString() {
        return "/" + String.join("/", segments);
    }
}
