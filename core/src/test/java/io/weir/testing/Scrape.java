package io.weir.testing;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What Prometheus reads, in its text format: samples with names, labels and values. */
public final class Scrape {

    /**
     * A line.
     *
     * @param name as Prometheus has it
     * @param labels by name
     */
    public record Sample(String name, Map<String, String> labels, double value) {}

    private static final Pattern SAMPLE = Pattern.compile("([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\\{(.*)})? (\\S+)");
    private static final Pattern LABEL = Pattern.compile("([a-zA-Z_][a-zA-Z0-9_]*)=\"([^\"]*)\"");

    private final List<Sample> samples = new ArrayList<>();

    /** Reads a whole answer. */
    public Scrape(String text) {
        for (String line : text.split("\n", -1)) {
            Matcher sample = SAMPLE.matcher(line);
            if (!line.startsWith("#") && sample.matches()) {
                Map<String, String> labels = new TreeMap<>();
                if (sample.group(2) != null) {
                    LABEL.matcher(sample.group(2))
                            .results()
                            .forEach(label -> labels.put(label.group(1), label.group(2)));
                }
                samples.add(new Sample(sample.group(1), labels, value(sample.group(3))));
            }
        }
    }

    private static double value(String text) {
        return text.equals("+Inf") ? Double.POSITIVE_INFINITY : Double.parseDouble(text);
    }

    /** Every line. */
    public List<Sample> samples() {
        return List.copyOf(samples);
    }

    /**
     * The sum of the samples with that name and these labels.
     *
     * @param labels name, value, name, value
     * @throws IllegalStateException if there is none
     */
    public double sum(String name, String... labels) {
        List<Sample> found = samples.stream()
                .filter(sample -> sample.name().equals(name))
                .filter(sample -> matches(sample, labels))
                .toList();
        if (found.isEmpty()) {
            throw new IllegalStateException("no sample " + name + " with " + List.of(labels));
        }
        return found.stream().mapToDouble(Sample::value).sum();
    }

    private static boolean matches(Sample sample, String... labels) {
        for (int i = 0; i < labels.length; i += 2) {
            if (!labels[i + 1].equals(sample.labels().get(labels[i]))) {
                return false;
            }
        }
        return true;
    }
}
