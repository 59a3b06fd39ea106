package io.weir.docs;

import io.weir.Algorithm;
import io.weir.CalendarBlock;
import io.weir.Limit;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/** What {@code docs/algorithms.md} says, for tests that hold it to its word. */
public final class AlgorithmsDoc {

    /**
     * A table that begins with {@code time | request}.
     *
     * @param heading of the section
     * @param yaml the limit, as a rule of the configuration would have it
     * @param columns their headings; from the third on {@code answer | Retry-After}, or one algorithm each
     * @param rows cell by cell, as many as there are columns
     */
    public record Example(String heading, String yaml, List<String> columns, List<List<String>> rows) {

        /** The limit of {@link #yaml}. */
        public Limit limit() {
            return limitOf(yaml);
        }

        /** Whether it compares algorithms, one a column. */
        boolean compares() {
            return !columns.get(2).equals("answer");
        }

        /** The limits under test: one, or one for each column from the third on. */
        List<Limit> limits() {
            return compares()
                    ? columns.stream()
                            .skip(2)
                            .map(word -> limit().countedBy(algorithm(word)))
                            .toList()
                    : List.of(limit());
        }

        /** The zone of the clock times. */
        ZoneId zone() {
            return limit().algorithm() instanceof Algorithm.FixedWindow fixed
                    ? fixed.calendar().map(CalendarBlock::zone).orElse(ZoneOffset.UTC)
                    : ZoneOffset.UTC;
        }

        @Override
        public String toString() {
            return heading + ": " + yaml;
        }
    }

    private final List<String> lines = Docs.read("algorithms.md").lines().toList();

    /** Every timeline, in order. */
    public List<Example> examples() {
        List<Example> examples = new ArrayList<>();
        String heading = "";
        String yaml = "";
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i);
            if (line.startsWith("#")) {
                heading = line.replaceFirst("#+ ", "");
            } else if (line.startsWith("limits: ")) {
                yaml = line.substring("limits: ".length());
            } else if (line.startsWith("| time |")) {
                examples.add(new Example(heading, yaml, cells(line), rowsFrom(i + 2)));
            }
        }
        return examples;
    }

    /** The cells behind each algorithm's word in the table that tells which to choose. */
    public Map<String, List<String>> overview() {
        Map<String, List<String>> cells = new HashMap<>();
        for (List<String> row : rowsFrom(lines.indexOf(overviewHeader()) + 2)) {
            cells.put(row.get(0).replace("`", ""), row.subList(1, row.size()));
        }
        return cells;
    }

    /** What is no table. */
    List<String> prose() {
        return lines.stream().filter(line -> !line.startsWith("|")).toList();
    }

    private String overviewHeader() {
        return lines.stream()
                .filter(line -> line.startsWith("| algorithm |"))
                .findFirst()
                .orElseThrow();
    }

    private List<List<String>> rowsFrom(int first) {
        return lines.stream()
                .skip(first)
                .takeWhile(line -> line.startsWith("|"))
                .map(AlgorithmsDoc::cells)
                .toList();
    }

    private static List<String> cells(String row) {
        return Stream.of(row.substring(1, row.lastIndexOf('|')).split("\\|", -1))
                .map(String::strip)
                .toList();
    }

    /** Reads {@code 3/10s} and {@code { rate: 3/10s, algorithm: gcra, burst: 2 }}. */
    private static Limit limitOf(String yaml) {
        Map<String, String> keys = new HashMap<>();
        if (yaml.startsWith("{")) {
            Arrays.stream(yaml.substring(1, yaml.length() - 1).split(","))
                    .map(pair -> pair.split(":", 2))
                    .forEach(pair -> keys.put(pair[0].strip(), pair[1].strip()));
        }
        String rate = keys.getOrDefault("rate", yaml);
        if (keys.containsKey("zone")) {
            String[] parts = rate.split("/", 2);
            var unit = CalendarBlock.Unit.valueOf(parts[1].toUpperCase(Locale.ROOT));
            var block = new CalendarBlock(unit, ZoneId.of(keys.get("zone")));
            return Limit.of(Long.parseLong(parts[0]), unit.nominal()).countedBy(Algorithm.FixedWindow.of(block));
        }
        return Limit.parse(rate)
                .countedBy(
                        switch (keys.getOrDefault("algorithm", "")) {
                            case "" -> Algorithm.slidingWindowLog();
                            case "sliding-window-buckets" -> algorithm(keys.get("buckets") + " buckets");
                            case "sliding-window-counter" -> algorithm("counter");
                            case "fixed-window" -> algorithm("fixed");
                            case "gcra" -> new Algorithm.Gcra(Long.parseLong(keys.getOrDefault("burst", "0")));
                            default -> throw new IllegalArgumentException(yaml);
                        });
    }

    /** The algorithm that a column's heading names. */
    private static Algorithm algorithm(String heading) {
        return switch (heading) {
            case "log" -> Algorithm.slidingWindowLog();
            case "counter" -> new Algorithm.SlidingWindowCounter();
            case "fixed" -> Algorithm.FixedWindow.ofClock();
            case "gcra" -> new Algorithm.Gcra(0);
            default -> new Algorithm.SlidingWindowBuckets(Integer.parseInt(heading.replace(" buckets", "")));
        };
    }
}
