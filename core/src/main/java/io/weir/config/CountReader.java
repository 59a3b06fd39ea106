package io.weir.config;

import java.util.List;
import java.util.function.IntPredicate;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads {@code count}: which responses keep their charge. */
final class CountReader {

    private static final String KEY = "count";
    private static final String ALLOWED =
            "; allowed: failures (400 and above), successes (below 400), or statuses from 100 to 599";
    private static final Pattern STATUS = Pattern.compile("[1-5][0-9]{2}");
    private static final int FIRST_FAILURE = 400;

    private CountReader() {}

    /** Null if the section does not say, or says what cannot be used. */
    static @Nullable IntPredicate read(Section section, Problems problems) {
        List<Tree.Text> words = section.texts(KEY);
        if (words == null) {
            return null;
        }
        if (words.isEmpty()) {
            problems.add("'count' is an empty list, so no response would count" + ALLOWED, section.place(KEY));
        }
        IntPredicate any = status -> false;
        for (Tree.Text word : words) {
            any = any.or(one(word, problems));
        }
        return any;
    }

    private static IntPredicate one(Tree.Text word, Problems problems) {
        return switch (word.value()) {
            case "failures" -> status -> status >= FIRST_FAILURE;
            case "successes" -> status -> status < FIRST_FAILURE;
            default -> status(word, problems);
        };
    }

    private static IntPredicate status(Tree.Text word, Problems problems) {
        if (!STATUS.matcher(word.value()).matches()) {
            problems.add("count '" + word.value() + "' is unknown" + ALLOWED, word.place());
            return status -> false;
        }
        int counted = Integer.parseInt(word.value());
        return status -> status == counted;
    }
}
