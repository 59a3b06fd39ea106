package io.weir.config;

/** Reads what is switched on or off. */
final class YesOrNo {

    private static final String YES = "true";
    static final Words WORDS = Words.of(YES, "false");

    private YesOrNo() {}

    /** Whether it is switched on; not if the section does not say, or says what cannot be used. */
    static boolean read(Section section, String key, Problems problems) {
        Tree.Text text = section.text(key);
        if (text != null && !WORDS.known().contains(text.value())) {
            problems.add(WORDS.refuse(key, text.value()), text.place());
        }
        return text != null && text.value().equals(YES);
    }
}
