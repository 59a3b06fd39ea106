package io.weir.http;

import java.util.List;

/**
 * Which paths a rule covers: segments that are literal, {@code *} or {@code {name}} for any one segment, {@code **} for
 * any number of them, none included. {@code /api/**} therefore covers {@code /api} too.
 *
 * <p>Inside a segment {@code *} stands for itself only if alone: {@code /a*} is refused, so that nobody believes in it.
 */
final class PathPattern {

    static final String ANY = "*";
    static final String ANY_DEPTH = "**";

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

    /** Whether any reading of the path matches: where a handler may be reached, its rule holds. */
    boolean matches(RoutedPath path) {
        return matches(path.segments()) || (path.isAmbiguous() && matches(withoutEmpty(path.spelled())));
    }

    /**
     * Whether the path matches however it is read, to the letter: a spelling that another handler may answer is not
     * excluded with this one. {@code /health} does not exclude {@code /health/}, which {@code /health/} and
     * {@code /health/**} do.
     */
    boolean excludes(RoutedPath path) {
        if (!matches(path.segments())) {
            return false;
        }
        List<String> spelled = path.spelled();
        boolean slash = text.endsWith("/")
                && !spelled.isEmpty()
                && spelled.get(spelled.size() - 1).isEmpty();
        return matches(slash ? spelled.subList(0, spelled.size() - 1) : spelled);
    }

    private static List<String> withoutEmpty(List<String> segments) {
        return segments.stream().filter(segment -> !segment.isEmpty()).toList();
    }

    /**
     * A segment that does not match is what the last {@code **} passed over swallows; no earlier one needs to be tried again,
     * so that the work is at most parts times segments, whatever the client sends.
     */
    private boolean matches(List<String> segments) {
        int part = 0;
        int anyDepth = -1;
        int swallowed = 0;
        int at = 0;
        while (at < segments.size()) {
            String wanted = part < parts.size() ? parts.get(part) : null;
            if (ANY_DEPTH.equals(wanted)) {
                anyDepth = part++;
                swallowed = at;
            } else if (ANY.equals(wanted) || segments.get(at).equals(wanted)) {
                part++;
                at++;
            } else if (anyDepth >= 0) {
                part = anyDepth + 1;
                at = ++swallowed;
            } else {
                return false;
            }
        }
        while (part < parts.size() && parts.get(part).equals(ANY_DEPTH)) {
            part++;
        }
        return part == parts.size();
    }

    /** Whether it matches whatever the other one does, as far as that is easily told. */
    boolean covers(PathPattern other) {
        return PatternSets.covers(parts, other.parts);
    }

    /** Whether there is a path that this and the other one match. */
    boolean meets(PathPattern other) {
        return PatternSets.meet(parts, other.parts);
    }

    @Override
    public String toString() {
        return text;
    }
}
