package io.weir.config;

import io.weir.Durations;
import io.weir.Limit;
import io.weir.local.LocalRateLimiter;
import java.time.Duration;

/** Reads {@code redis}, {@code deadline}, {@code local-keys}, {@code metrics} and {@code application}; whether Redis can be had there, others see. */
final class FoundationReader {

    private static final Duration DEFAULT_DEADLINE = Duration.ofMillis(100);
    private static final Duration MIN_DEADLINE = Duration.ofMillis(1);
    private static final Duration MAX_DEADLINE = Duration.ofMinutes(1);

    private static final int MIN_LOCAL_KEYS = 1000;
    private static final int MAX_LOCAL_KEYS = 10_000_000;

    private final Section section;
    private final Problems problems;

    FoundationReader(Section section, Problems problems) {
        this.section = section;
        this.problems = problems;
    }

    /**
     * Of use only if there was no problem.
     *
     * @param otherwise the name of the application unless the section gives one
     */
    Foundation read(String otherwise) {
        section.require("redis", "redis://localhost:6379");
        Tree.Text redis = section.text("redis");
        return new Foundation(
                application(otherwise),
                deadline(),
                localKeys(),
                MetricsReader.read(section, problems),
                redis == null ? "" : redis.value());
    }

    private String application(String otherwise) {
        Tree.Text name = section.text("application");
        if (!section.has("application")) {
            name = new Tree.Text(
                    otherwise, Place.whole("the name that the container gives; 'application' can give another"));
        }
        if (name == null) {
            return otherwise;
        }
        String value = name.value();
        problems.about("application").check(name.place(), () -> Limit.checkName(value));
        return value;
    }

    private int localKeys() {
        Long keys = section.number("local-keys", MIN_LOCAL_KEYS, MAX_LOCAL_KEYS);
        return keys == null ? LocalRateLimiter.DEFAULT_MAX_KEYS : keys.intValue();
    }

    private Duration deadline() {
        Tree.Text text = section.text("deadline");
        if (text == null) {
            return DEFAULT_DEADLINE;
        }
        Duration deadline = problems.about("deadline").check(text.place(), () -> Durations.parse(text.value()));
        if (deadline != null && (deadline.compareTo(MIN_DEADLINE) < 0 || deadline.compareTo(MAX_DEADLINE) > 0)) {
            problems.add("deadline '" + text.value() + "' is out of range; allowed: 1ms to 1m", text.place());
        }
        return deadline == null ? DEFAULT_DEADLINE : deadline;
    }
}
