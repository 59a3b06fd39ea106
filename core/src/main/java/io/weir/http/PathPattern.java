package io.weir.http;

import java.util.List;

/**
 * Which paths a rule covers: segments that are literal, {@code *} or {@code {name}} for any one segment, {@code **} for
 * any number of them, none included. {@code /api/**} therefore covers {@code /api} too.
 *
 * <p>Inside a segment {@code *} stands for itself only if alone: {@code /a*} is refused, so that nobody believes in it.
 */
final class PathPattern {

    private static final String ANY = "*";
    private static final String ANY_DEPTH = "**";

    private final String text;
    private final List<String> parts;

    private PathPattern(String text, List<String> parts) {
        this.text = text;
        this.parts = parts;
    }

    /** @throws IllegalArgumentException if the pattern cannot be understood; the message says what is allowed */
    static PathPattern parse(String text) {
        if (!text.startsWith("/")) {
            throw new IllegalArgumentException(
                    "path '" + text + "' does not begin with '/'; allowed: for instance /login or /api/**");
        }
        List<String> segments = RoutedPath.ofDecoded(text).segments();
        List<String> parts =
                segments.stream().map(segment -> part(text, segment)).toList();
        return new PathPattern(text, parts);
    }

    private static String part(String text, String segment) {
        if (segment.equals(ANY_DEPTH) || segment.equals(ANY)) {
            return segment;
        }
        if (segment.startsWith("{") && segment.endsWith("}") && segment.length() > 2) {
            return ANY;
        }
        if (segment.matches(".*[*{}?;%].*")) {
            throw new IllegalArgumentException("path '" + text + "' has the segment '" + segment
                    + "'; allowed: literal text, decoded; '*' or '{name}' for one segment; '**' for any number");
        }
        return segment;
    }

    boolean matches(RoutedPath path) {
        return matches(0, path.segments(), 0);
    }

    private boolean matches(int part, List<String> segments, int from) {
        if (part == parts.size()) {
            return from == segments.size();
        }
        String wanted = parts.get(part);
        if (wanted.equals(ANY_DEPTH)) {
            if (part == parts.size() - 1) {
                return true;
            }
            for (int i = from; i <= segments.size(); i++) {
                if (matches(part + 1, segments, i)) {
                    return true;
                }
            }
            return false;
        }
        return from < segments.size()
                && (wanted.equals(ANY) || wanted.equals(segments.get(from)))
                && matches(part + 1, segments, from + 1);
    }

    @Override
    public String toString() {
        return text;
    }
}
