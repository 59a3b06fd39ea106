package io.weir.config;

/** Reads {@code mode}, which a gate and each of its rules can say. */
final class ModeReader {

    private static final String KEY = "mode";
    private static final String SHADOW = "shadow";
    static final Words WORDS = Words.of("enforce", SHADOW);

    private ModeReader() {}

    /** Whether to watch only; not if the section does not say, or says what cannot be used. */
    static boolean isShadow(Section section, Problems problems) {
        Tree.Text text = section.text(KEY);
        if (text != null && !WORDS.known().contains(text.value())) {
            problems.add(WORDS.refuse(KEY, text.value()), text.place());
        }
        return text != null && text.value().equals(SHADOW);
    }
}
