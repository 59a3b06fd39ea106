package io.weir.http;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * A path in the form in which it is routed: decoded once, without {@code ;parameters}, empty and dot segments resolved,
 * no trailing slash. Every spelling that reaches a handler makes the same path.
 *
 * <p>Where the container has left something to resolve, it may have routed the path as it was spelled, and the application
 * may resolve it all the same. So a path keeps its spelling too: a rule covers what either of the two readings says, and
 * only what both say is excluded.
 *
 * <p>It is kept as segments, so that a slash which was encoded inside a segment never becomes a separator.
 *
 * @param segments decoded, empty and dot segments resolved; none for the root
 * @param spelled decoded, with empty and dot segments in their place: an empty one at the end for a trailing slash
 */
public record RoutedPath(List<String> segments, List<String> spelled) {

    /** Copies the segments. */
    public RoutedPath {
        segments = List.copyOf(segments);
        spelled = List.copyOf(spelled);
    }

    /** From segments that are decoded and freed of parameters, with empty and dot segments in their place. */
    public static RoutedPath ofSegments(List<String> spelled) {
        List<String> own = List.copyOf(spelled);
        return new RoutedPath(resolve(own), own);
    }

    /** From a path that the container has decoded and freed of parameters already. */
    public static RoutedPath ofDecoded(String path) {
        return ofSegments(split(path));
    }

    /**
     * From a path as sent: percent-encoded (RFC 3986, section 2.1), perhaps with {@code ;parameters} (section 3.3). A
     * percent sign that begins no octet stands for itself; an octet sequence that is no UTF-8 becomes U+FFFD.
     */
    public static RoutedPath ofEncoded(String path) {
        if (path.indexOf('%') < 0 && path.indexOf(';') < 0) {
            return ofDecoded(path);
        }
        List<String> bare = new ArrayList<>();
        for (String segment : split(path)) {
            int parameters = segment.indexOf(';');
            bare.add(parameters < 0 ? segment : segment.substring(0, parameters));
        }
        return new RoutedPath(decode(resolve(bare)), decode(bare));
    }

    /** Whether the container has left something to resolve. */
    boolean isAmbiguous() {
        return !spelled.equals(segments);
    }

    /** What stands between slashes; the one that a path begins with separates nothing. */
    private static List<String> split(String path) {
        String bare = path.startsWith("/") ? path.substring(1) : path;
        return bare.isEmpty() ? List.of() : List.of(bare.split("/", -1));
    }

    private static List<String> resolve(List<String> spelled) {
        if (!spelled.contains("") && !spelled.contains(".") && !spelled.contains("..")) {
            return spelled;
        }
        List<String> resolved = new ArrayList<>(spelled.size());
        for (String segment : spelled) {
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

    private static List<String> decode(List<String> encoded) {
        List<String> decoded = new ArrayList<>(encoded.size());
        for (String segment : encoded) {
            decoded.add(decode(segment));
        }
        return decoded;
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
