package io.weir.config;

import io.weir.Durations;
import io.weir.RateLimiter;
import io.weir.http.FailurePolicy;
import io.weir.http.FieldFamily;
import io.weir.http.HttpGate;
import io.weir.http.Rule;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Reads the whole configuration, whoever said it. */
final class GateReader {

    /**
     * What was read. Of use only if there was no problem.
     *
     * @param gate everything but the limiter
     * @param redis makes the limiter; null only if there was a problem
     * @param redisPlace where that was said
     * @param deadline of the limiter
     */
    record Reading(
            HttpGate.Builder gate,
            @Nullable Function<Duration, RateLimiter> redis,
            Place redisPlace,
            Duration deadline) {

        /** Connects. */
        RateLimiter limiter() {
            return Objects.requireNonNull(redis).apply(deadline);
        }
    }

    private static final Words KEYS = new Words(
            List.of("redis", "deadline", "application", "on-failure", "headers", "exclude", "rules"),
            List.of("trusted-proxies", "forwarded-header", "ipv6-prefix"));
    private static final Words HEADERS = new Words(List.of("ratelimit", "x-ratelimit"), List.of());
    private static final Duration DEFAULT_DEADLINE = Duration.ofMillis(100);
    private static final Duration MIN_DEADLINE = Duration.ofMillis(1);
    private static final Duration MAX_DEADLINE = Duration.ofMinutes(1);

    private final Section section;
    private final Problems problems;
    private final HttpGate.Builder gate = HttpGate.builder();

    GateReader(Tree.Entries configuration, Problems problems) {
        section = new Section(configuration, problems);
        this.problems = problems;
    }

    /**
     * Reads everything.
     *
     * @param application the name unless the configuration gives one
     */
    Reading read(String application, RedisReader redisReader) {
        section.allow(KEYS);
        application(application);
        headers();
        exclude();
        FailurePolicy onFailure = FailureReader.read(section, problems);
        if (onFailure != null) {
            gate.onFailure(onFailure);
        }
        rules();
        section.require("redis", "redis://localhost:6379");
        Tree.Text redis = section.text("redis");
        return new Reading(gate, redis == null ? null : redisReader.read(redis), section.place("redis"), deadline());
    }

    private void application(String otherwise) {
        Tree.Text name = section.text("application");
        if (!section.has("application")) {
            name = new Tree.Text(
                    otherwise, Place.whole("the name that the container gives; 'application' can give another"));
        }
        if (name != null) {
            String value = name.value();
            problems.about("application").check(name.place(), () -> gate.application(value));
        }
    }

    private Duration deadline() {
        Tree.Text text = section.text("deadline");
        Duration deadline = text == null
                ? DEFAULT_DEADLINE
                : problems.about("deadline").check(text.place(), () -> Durations.parse(text.value()));
        if (text != null
                && deadline != null
                && (deadline.compareTo(MIN_DEADLINE) < 0 || deadline.compareTo(MAX_DEADLINE) > 0)) {
            problems.add("deadline '" + text.value() + "' is out of range; allowed: 1ms to 1m", text.place());
        }
        return deadline == null ? DEFAULT_DEADLINE : deadline;
    }

    private void headers() {
        List<Tree.Text> words = section.texts("headers");
        if (words == null) {
            return;
        }
        Set<FieldFamily> families = EnumSet.noneOf(FieldFamily.class);
        for (Tree.Text word : words) {
            int known = HEADERS.known().indexOf(word.value());
            if (known < 0) {
                problems.add(HEADERS.refuse("headers", word.value()) + "; [] for none but Retry-After", word.place());
            } else {
                families.add(FieldFamily.valueOf(
                        word.value().toUpperCase(Locale.ROOT).replace('-', '_')));
            }
        }
        gate.fields(families);
    }

    private void exclude() {
        List<Tree.Text> paths = section.texts("exclude");
        if (paths != null) {
            for (Tree.Text path : paths) {
                problems.about("exclude").check(path.place(), () -> gate.exclude(path.value()));
            }
        }
    }

    private void rules() {
        section.require("rules", "[{ name: all, limits: 100/1m }], or [] if only annotations limit");
        Tree value = section.value("rules");
        if (value instanceof Tree.Items list) {
            RuleReader reader = new RuleReader(problems);
            int number = 0;
            for (Tree item : list.items()) {
                number++;
                Rule rule = reader.read(item, number);
                if (rule != null) {
                    gate.rule(rule);
                }
            }
        } else if (value != null) {
            problems.add("'rules' is " + value.form() + "; allowed: a list of maps", value.place());
        }
    }
}
