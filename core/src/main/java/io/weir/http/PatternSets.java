package io.weir.http;

import static io.weir.http.PathPattern.ANY;
import static io.weir.http.PathPattern.ANY_DEPTH;

import java.util.List;

/** What two path patterns have to do with each other, whatever paths they are asked about. */
final class PatternSets {

    private PatternSets() {}

    /**
     * Whether the first matches all that the second does. Never true if it does not; seldom false although it does: where
     * the first has segments behind a {@code **}.
     */
    static boolean covers(List<String> first, List<String> second) {
        boolean[][] covers = new boolean[first.size() + 1][second.size() + 1];
        for (int i = first.size(); i >= 0; i--) {
            for (int j = second.size(); j >= 0; j--) {
                String wide = i < first.size() ? first.get(i) : "";
                String narrow = j < second.size() ? second.get(j) : "";
                if (wide.equals(ANY_DEPTH)) {
                    covers[i][j] = covers[i + 1][j] || (!narrow.isEmpty() && covers[i][j + 1]);
                } else if (wide.isEmpty() || narrow.isEmpty()) {
                    covers[i][j] = wide.equals(narrow);
                } else {
                    boolean one = wide.equals(narrow) || (wide.equals(ANY) && !narrow.equals(ANY_DEPTH));
                    covers[i][j] = one && covers[i + 1][j + 1];
                }
            }
        }
        return covers[0][0];
    }

    /** Whether there is a path that both match. */
    static boolean meet(List<String> first, List<String> second) {
        boolean[][] meet = new boolean[first.size() + 1][second.size() + 1];
        for (int i = first.size(); i >= 0; i--) {
            for (int j = second.size(); j >= 0; j--) {
                String one = i < first.size() ? first.get(i) : "";
                String other = j < second.size() ? second.get(j) : "";
                if (one.equals(ANY_DEPTH)) {
                    meet[i][j] = meet[i + 1][j] || (!other.isEmpty() && meet[i][j + 1]);
                } else if (other.equals(ANY_DEPTH)) {
                    meet[i][j] = meet[i][j + 1] || (!one.isEmpty() && meet[i + 1][j]);
                } else if (one.isEmpty() || other.isEmpty()) {
                    meet[i][j] = one.equals(other);
                } else {
                    boolean same = one.equals(other) || one.equals(ANY) || other.equals(ANY);
                    meet[i][j] = same && meet[i + 1][j + 1];
                }
            }
        }
        return meet[0][0];
    }
}
