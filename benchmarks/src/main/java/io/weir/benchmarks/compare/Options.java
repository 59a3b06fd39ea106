package io.weir.benchmarks.compare;

import io.weir.redis.RedisUrl;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What was asked for.
 *
 * @param quick less time, and the same lines
 * @param redis where to count; null for a Redis of the benchmark's own
 * @param only the loads to run; empty for all
 * @param markdown where the tables go as well; null for nowhere
 * @param svg where the plot goes; null for nowhere
 * @param time how long the process may take, about
 */
record Options(
        boolean quick,
        @Nullable String redis,
        List<String> only,
        @Nullable Path markdown,
        @Nullable Path svg,
        Duration time) {

    private static final String REDIS = "--redis redis://host:port";

    /** Collects what the arguments say. */
    private static final class Reader {

        private final List<String> arguments;
        private int next;

        Reader(List<String> arguments) {
            this.arguments = arguments;
        }

        boolean hasNext() {
            return next < arguments.size();
        }

        String next() {
            return arguments.get(next++);
        }

        boolean hasValue() {
            return hasNext() && !arguments.get(next).startsWith("--");
        }

        String value(String option) {
            if (!hasValue()) {
                throw new IllegalArgumentException(option + " lacks its value");
            }
            return next();
        }
    }

    /**
     * Reads what follows the word {@code compare}.
     *
     * @param loads the names that {@code --only} may give
     * @throws IllegalArgumentException if an argument cannot be understood; the message is one line
     */
    static Options ofCompare(List<String> arguments, Set<String> loads) {
        return read(
                arguments,
                Set.of("--quick", "--redis", "--only", "--markdown", "--seconds"),
                loads,
                Duration.ofSeconds(660),
                Duration.ofSeconds(34));
    }

    /**
     * Reads what follows the word {@code grow}.
     *
     * @throws IllegalArgumentException if an argument cannot be understood; the message is one line
     */
    static Options ofGrow(List<String> arguments) {
        return read(
                arguments,
                Set.of("--quick", "--redis", "--markdown", "--svg", "--seconds"),
                Set.of(),
                Duration.ofSeconds(480),
                Duration.ofSeconds(60));
    }

    private static Options read(
            List<String> arguments, Set<String> known, Set<String> loads, Duration full, Duration quickly) {
        Reader reader = new Reader(arguments);
        boolean quick = false;
        String redis = null;
        List<String> only = new ArrayList<>();
        Path markdown = null;
        Path svg = null;
        Duration time = null;
        while (reader.hasNext()) {
            String option = reader.next();
            if (!known.contains(option)) {
                throw new IllegalArgumentException("unknown argument '" + option + "'; allowed: "
                        + String.join(", ", known.stream().sorted().toList()));
            }
            switch (option) {
                case "--quick" -> quick = true;
                case "--redis" -> redis = redis(reader.value(option));
                case "--markdown" -> markdown = Path.of(reader.value(option));
                case "--svg" -> svg = Path.of(reader.value(option));
                case "--seconds" -> time = seconds(reader.value(option));
                default -> {
                    only.add(load(reader.value(option), loads));
                    while (reader.hasValue()) {
                        only.add(load(reader.next(), loads));
                    }
                }
            }
        }
        return new Options(
                quick, redis, List.copyOf(only), markdown, svg, time != null ? time : quick ? quickly : full);
    }

    /** Whether a load is to run. */
    boolean wants(String load) {
        return only.isEmpty() || only.contains(load);
    }

    private static String redis(String text) {
        try {
            RedisUrl url = RedisUrl.parse(text);
            if (url.toString().startsWith("rediss:")) { // the proxy stands before it, and TLS would notice
                throw new IllegalArgumentException("TLS is not supported; allowed: " + REDIS);
            }
            return text;
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("--redis: " + e.getMessage(), e);
        }
    }

    private static Duration seconds(String text) {
        if (!text.matches("[1-9][0-9]{0,4}")) {
            throw new IllegalArgumentException("--seconds '" + text + "' is no number; allowed: 1 to 99999");
        }
        return Duration.ofSeconds(Integer.parseInt(text));
    }

    private static String load(String name, Set<String> loads) {
        if (!loads.contains(name)) {
            throw new IllegalArgumentException("--only: unknown load '" + name + "'; allowed: "
                    + String.join(", ", loads.stream().sorted().toList()));
        }
        return name;
    }
}
