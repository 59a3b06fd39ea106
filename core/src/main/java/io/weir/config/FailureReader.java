package io.weir.config;

import io.weir.http.FailurePolicy;
import org.jspecify.annotations.Nullable;

/** Reads {@code on-failure}, which a gate and each of its rules can say. */
final class FailureReader {

    private static final String KEY = "on-failure";
    static final Words WORDS = Words.of("local", "allow", "deny");

    private FailureReader() {}

    /** Null if the section does not say, or says what cannot be used. */
    static @Nullable FailurePolicy read(Section section, Problems problems) {
        Tree.Text text = section.text(KEY);
        if (text == null) {
            return null;
        }
        return switch (text.value()) {
            case "local" -> FailurePolicy.LOCAL;
            case "allow" -> FailurePolicy.ALLOW;
            case "deny" -> FailurePolicy.DENY;
            default -> {
                problems.add(WORDS.refuse(KEY, text.value()), text.place());
                yield null;
            }
        };
    }
}
