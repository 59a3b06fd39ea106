package io.weir.config;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** Reads {@code metrics}: where a gate is shown. */
final class MetricsReader {

    /** Where a gate can be shown. */
    enum View {
        JMX,
        MICROMETER
    }

    static final String KEY = "metrics";

    private static final Words WORDS = Words.of("jmx", "micrometer");
    private static final String MICROMETER = "io.micrometer.core.instrument.Metrics";

    private MetricsReader() {}

    /** JMX if the section does not say; of use only if there was no problem. */
    static Set<View> read(Section section, Problems problems) {
        List<Tree.Text> words = section.texts(KEY);
        if (words == null) {
            return EnumSet.of(View.JMX);
        }
        Set<View> places = EnumSet.noneOf(View.class);
        for (Tree.Text word : words) {
            switch (word.value()) {
                case "jmx" -> places.add(View.JMX);
                case "micrometer" -> {
                    places.add(View.MICROMETER);
                    if (!hasMicrometer()) {
                        problems.add(
                                "metrics 'micrometer' needs micrometer-core, which is not on the class path; allowed: bring it,"
                                        + " or 'jmx'",
                                word.place());
                    }
                }
                default -> problems.add(WORDS.refuse(KEY, word.value()) + "; [] for none", word.place());
            }
        }
        return places;
    }

    private static boolean hasMicrometer() {
        try {
            Class.forName(MICROMETER, false, MetricsReader.class.getClassLoader());
            return true;
        } catch (ClassNotFoundException | LinkageError e) {
            return false;
        }
    }
}
