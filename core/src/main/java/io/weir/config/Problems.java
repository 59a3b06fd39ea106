package io.weir.config;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Collects what is wrong, so that one start tells all of it. */
final class Problems {

    private record Problem(String message, Place place) {

        @Override
        public String toString() {
            return message + " (" + place + ")";
        }
    }

    private final List<Problem> found;
    private final List<Problem> warnings;
    private final String subject;

    Problems() {
        this(new ArrayList<>(), new ArrayList<>(), "");
    }

    private Problems(List<Problem> found, List<Problem> warnings, String subject) {
        this.found = found;
        this.warnings = warnings;
        this.subject = subject;
    }

    /** The same collection, whose messages begin with what they are about, for instance {@code rule 'login'}. */
    Problems about(String what) {
        return new Problems(found, warnings, what);
    }

    void add(String message, Place place) {
        found.add(problem(message, place));
    }

    /** Something that is allowed, and that the operator should know. */
    void warn(String message, Place place) {
        warnings.add(problem(message, place));
    }

    private Problem problem(String message, Place place) {
        boolean told = subject.isEmpty() || message.startsWith(subject);
        return new Problem(told ? message : subject + ": " + message, place);
    }

    /** What the supplier makes; null, and a problem with its message, if an argument is wrong. */
    <T> @Nullable T check(Place place, Supplier<T> value) {
        try {
            return value.get();
        } catch (IllegalArgumentException e) {
            add(String.valueOf(e.getMessage()), place);
            return null;
        }
    }

    boolean isEmpty() {
        return found.isEmpty();
    }

    /** All of them as one exception, in the order of their places. */
    ConfigurationException exception() {
        return new ConfigurationException(texts(found));
    }

    /** What the operator should know, in the order of the places. */
    List<String> warnings() {
        return texts(warnings);
    }

    private static List<String> texts(List<Problem> problems) {
        return problems.stream()
                .sorted(Comparator.comparing(Problem::place))
                .map(Problem::toString)
                .distinct()
                .toList();
    }
}
