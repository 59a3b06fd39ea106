package io.weir.docs;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.weir.testing.Scrape;
import io.weir.testing.Scrape.Sample;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.yaml.snakeyaml.Yaml;

/** The queries of {@code examples/observability}, and what of them a scrape does not have. */
final class Queries {

    /** Of PromQL and of Grafana; a word that is none of these, and no label to group by, is a metric. */
    private static final Set<String> LANGUAGE =
            Set.of("sum", "max", "rate", "increase", "histogram_quantile", "by", "label_values");

    /** What Prometheus adds by itself. */
    private static final String TARGET = "instance";

    private static final Pattern SELECTOR = Pattern.compile("([a-zA-Z_:][a-zA-Z0-9_:]*)\\{([^}]*)}");
    private static final Pattern MATCHER = Pattern.compile("([a-z_]+)(=~|=)\"([^\"]*)\"");
    private static final Pattern GROUPED = Pattern.compile("\\bby \\(([^)]*)\\)");
    private static final Pattern VALUES = Pattern.compile("label_values\\(([^,{]*)(\\{[^}]*})?, ([a-z_]+)\\)");
    private static final Pattern WORD = Pattern.compile("(?<![\\w.$])[a-zA-Z_:][a-zA-Z0-9_:]*");

    private final List<Sample> samples;

    Queries(Scrape scrape) {
        samples = scrape.samples();
    }

    static List<String> ofDashboard() {
        try {
            JsonNode dashboard =
                    new ObjectMapper().readTree(Docs.read("../examples/observability/grafana-dashboard.json"));
            List<String> queries = new ArrayList<>();
            dashboard.findValues("expr").forEach(query -> queries.add(query.textValue()));
            dashboard.get("templating").get("list").forEach(variable -> {
                if (variable.get("type").textValue().equals("query")) {
                    queries.add(variable.get("query").get("query").textValue());
                }
            });
            return queries;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static List<String> ofAlerts() {
        Map<String, List<Map<String, Object>>> file =
                new Yaml().load(Docs.read("../examples/observability/prometheus-alerts.yaml"));
        return file.get("groups").stream()
                .flatMap(group -> Stream.of((List<?>) group.get("rules")))
                .flatMap(List::stream)
                .map(rule -> (String) ((Map<?, ?>) rule).get("expr"))
                .toList();
    }

    /** What a query names and a scrape does not have: metrics, labels of these, and values of labels. */
    List<String> missing(String query) {
        List<String> missing = new ArrayList<>();
        metrics(query).filter(metric -> of(metric).isEmpty()).forEach(missing::add);
        SELECTOR.matcher(query).results().forEach(selector -> missing.addAll(missing(selector)));
        Stream.concat(
                        GROUPED.matcher(query)
                                .results()
                                .flatMap(group -> Stream.of(group.group(1).split(", ", -1))),
                        VALUES.matcher(query).results().map(values -> values.group(3)))
                .filter(label -> !label.equals(TARGET))
                .filter(label -> metrics(query).noneMatch(metric -> hasLabel(metric, label)))
                .forEach(missing::add);
        return missing;
    }

    /** Every word that is not of the language, the metrics of which nothing is selected included. */
    Stream<String> metrics(String query) {
        String bare = VALUES.matcher(query).replaceAll("$1 ");
        bare = GROUPED.matcher(bare).replaceAll(" ");
        bare = bare.replaceAll("\\{[^}]*}", " ").replaceAll("\\[[^]]*]", " ");
        return WORD.matcher(bare).results().map(MatchResult::group).filter(word -> !LANGUAGE.contains(word));
    }

    private List<String> missing(MatchResult selector) {
        String metric = selector.group(1);
        return MATCHER.matcher(selector.group(2))
                .results()
                .filter(matcher -> !isThere(metric, matcher.group(1), matcher.group(2), matcher.group(3)))
                .map(matcher -> metric + " " + matcher.group())
                .toList();
    }

    private boolean isThere(String metric, String label, String operator, String value) {
        if (value.startsWith("$")) {
            return hasLabel(metric, label);
        }
        return (operator.equals("=") ? Stream.of(value) : Stream.of(value.split("\\|", -1)))
                .allMatch(wanted -> of(metric).stream()
                        .anyMatch(sample -> wanted.equals(sample.labels().get(label))));
    }

    private boolean hasLabel(String metric, String label) {
        return of(metric).stream().anyMatch(sample -> sample.labels().containsKey(label));
    }

    private List<Sample> of(String metric) {
        return samples.stream().filter(sample -> sample.name().equals(metric)).toList();
    }
}
