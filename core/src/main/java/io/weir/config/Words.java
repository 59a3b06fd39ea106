package io.weir.config;

import java.util.Collection;
import java.util.List;
import java.util.Locale;

/**
 * The words that may stand in one place.
 *
 * @param known in the order in which a message names them
 */
record Words(List<String> known) {

    static Words of(String... known) {
        return new Words(List.of(known));
    }

    /** What is wrong with a key that is not known. */
    String refuse(String key) {
        return refuse("", key);
    }

    /** What is wrong with a word that is not known, given for something, such as {@code algorithm}. */
    String refuse(String what, String word) {
        String said = (what.isEmpty() ? "" : what + " ") + "'" + word + "'";
        String nearest = nearest(word, known);
        return said + " is unknown" + (nearest.isEmpty() ? "" : " (did you mean '" + nearest + "'?)") + "; allowed: "
                + String.join(", ", known);
    }

    /** The candidate that was perhaps meant; empty if none is near. */
    static String nearest(String word, Collection<String> candidates) {
        String bare = bare(word);
        String nearest = "";
        int least = 1 + Math.max(1, bare.length() / 3);
        for (String candidate : candidates) {
            String other = bare(candidate);
            if (Math.abs(bare.length() - other.length()) >= least) {
                continue; // the distance is no less, and that of a text as long as the file takes long to tell
            }
            int distance = distance(bare, other);
            if (distance < least) {
                least = distance;
                nearest = candidate;
            }
        }
        return nearest;
    }

    /** {@code onFailure} and {@code on_failure} are {@code on-failure} to a reader. */
    private static String bare(String word) {
        return word.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]", "");
    }

    /** Levenshtein's: the fewest letters to insert, remove or replace. */
    private static int distance(String left, String right) {
        int[] row = new int[right.length() + 1];
        for (int j = 0; j <= right.length(); j++) {
            row[j] = j;
        }
        for (int i = 1; i <= left.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= right.length(); j++) {
                int replaced = diagonal + (left.charAt(i - 1) == right.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(replaced, 1 + Math.min(row[j], row[j - 1]));
            }
        }
        return row[right.length()];
    }
}
