package io.weir.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.Tag;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.weir.config.GateConfiguration;
import io.weir.http.HttpGate;
import io.weir.metrics.JmxRegistration;
import io.weir.micrometer.RateLimitMetrics;
import io.weir.testing.Scrape;
import io.weir.testing.TestRedis;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.management.MBeanAttributeInfo;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import javax.management.openmbean.CompositeType;
import javax.management.openmbean.OpenMBeanAttributeInfo;
import javax.management.openmbean.TabularType;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** {@code docs/metrics.md}, the dashboard and the alerts name what there is. */
class MetricsDocTest {

    private static final String PAGE = Docs.read("metrics.md");
    private static final Pattern SNIPPET =
            Pattern.compile("<!-- cut from (\\S+) -->\n```\\w+\n(.*?)```", Pattern.DOTALL);

    private static PrometheusMeterRegistry registry;
    private static HttpGate gate;
    private static Scrape scrape;

    @BeforeAll
    static void scrape() {
        registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        gate = GateConfiguration.load(
                Map.of("redis", TestRedis.shared().url(), "limit", "1/1h", "metrics", ""), path -> null, "doc");
        new RateLimitMetrics(gate).bindTo(registry);
        scrape = new Scrape(registry.scrape());
    }

    @AfterAll
    static void stop() {
        gate.close();
    }

    /** The cells of each row of the table below a header. */
    private static List<List<String>> table(String header) {
        return PAGE.substring(PAGE.indexOf(header))
                .lines()
                .skip(2)
                .takeWhile(line -> line.startsWith("|"))
                .map(line -> Arrays.stream(line.substring(1).split("\\|", -1))
                        .map(String::strip)
                        .toList())
                .toList();
    }

    private static Set<String> code(String text) {
        return Pattern.compile("`([^`]+)`")
                .matcher(text)
                .results()
                .map(result -> result.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    @Test
    void theTableOfMetersIsThatOfTheCode() {
        Set<String> documented = table("| meter |").stream()
                .map(row -> String.join(" | ", row.get(0).replace("`", ""), row.get(2), row.get(3), row.get(4)))
                .collect(Collectors.toCollection(TreeSet::new));
        Set<String> there = registry.getMeters().stream()
                .map(Meter::getId)
                .map(id -> String.join(
                        " | ",
                        id.getName(),
                        id.getType().name().toLowerCase(Locale.ROOT).replace('_', ' '),
                        id.getBaseUnit() == null ? "" : id.getBaseUnit(),
                        id.getTags().stream().map(Tag::getKey).collect(Collectors.joining(", "))))
                .collect(Collectors.toCollection(TreeSet::new));
        assertThat(documented).isEqualTo(there);
    }

    @Test
    void theNamesInPrometheusAreThoseOfAScrape() {
        Set<String> documented = table("| meter |").stream()
                .map(row -> row.get(1).replace("`", ""))
                .collect(Collectors.toCollection(TreeSet::new));
        Set<String> there = scrape.samples().stream()
                .map(sample -> sample.name().replaceAll("_(count|sum|max|bucket)$", ""))
                .collect(Collectors.toCollection(TreeSet::new));
        assertThat(documented).isEqualTo(there);
    }

    @Test
    void outcomesSourcesAndCausesAreThoseOfAScrape() {
        List<List<String>> rows = table("| `outcome` |");
        assertThat(rows.stream().flatMap(row -> code(row.get(0)).stream())).hasSameElementsAs(values("outcome"));
        assertThat(rows.stream().flatMap(row -> code(row.get(2)).stream()))
                .contains(values("source").toArray(String[]::new));
        String meters = PAGE.substring(PAGE.indexOf("| meter |"), PAGE.indexOf("### Outcomes"));
        assertThat(code(meters)).containsAll(values("cause")).containsAll(values("result"));
    }

    private static Set<String> values(String label) {
        return scrape.samples().stream()
                .filter(sample -> sample.labels().containsKey(label))
                .map(sample -> sample.labels().get(label))
                .collect(Collectors.toSet());
    }

    @Test
    void theAttributesAreThoseOfTheMxBean() throws Exception {
        try (JmxRegistration registration = JmxRegistration.of(gate)) {
            MBeanServer server = ManagementFactory.getPlatformMBeanServer();
            ObjectName name = registration.name().orElseThrow();
            MBeanAttributeInfo[] attributes = server.getMBeanInfo(name).getAttributes();
            assertThat(table("| attribute |").stream().flatMap(row -> code(row.get(0)).stream()))
                    .containsExactlyInAnyOrderElementsOf(Stream.of(attributes)
                            .map(MBeanAttributeInfo::getName)
                            .toList());
            TabularType rules = (TabularType) Stream.of(attributes)
                    .filter(attribute -> attribute.getName().equals("Rules"))
                    .map(attribute -> ((OpenMBeanAttributeInfo) attribute).getOpenType())
                    .findFirst()
                    .orElseThrow();
            Set<String> row = ((CompositeType) rules.getRowType().getType("value")).keySet();
            Set<String> documented = code(PAGE.substring(PAGE.indexOf("A row of `Rules`:")));
            documented.remove("Rules");
            assertThat(documented).isEqualTo(new TreeSet<>(row));
        }
    }

    @Test
    void theDashboardNamesOnlyWhatThereIs_andEveryMeter() {
        List<String> queries = Queries.ofDashboard();
        assertNothingIsMissing(queries);
        Set<String> shown = queries.stream()
                .flatMap(new Queries(scrape)::metrics)
                .map(name -> name.replaceAll("_(count|sum|max|bucket)$", ""))
                .collect(Collectors.toSet());
        assertThat(table("| meter |").stream().map(row -> row.get(1).replace("`", "")))
                .hasSameElementsAs(shown);
    }

    @Test
    void theAlertsNameOnlyWhatThereIs() {
        assertNothingIsMissing(Queries.ofAlerts());
    }

    private static void assertNothingIsMissing(List<String> queries) {
        assertThat(queries).hasSizeGreaterThan(5).allSatisfy(query -> {
            assertThat(new Queries(scrape).metrics(query)).as(query).isNotEmpty();
            assertThat(new Queries(scrape).missing(query)).as(query).isEmpty();
        });
    }

    @Test
    void whatIsMissingIsFound() {
        Queries queries = new Queries(scrape);
        assertThat(queries.missing("rate(weir_decision_total[5m])")).containsExactly("weir_decision_total");
        assertThat(queries.missing("sum by (path) (weir_breaker_open)")).containsExactly("path");
        assertThat(queries.missing("weir_decisions_total{outcome=\"failed-open\", sauce=\"redis\"}"))
                .containsExactly("weir_decisions_total sauce=\"redis\"");
        assertThat(queries.missing("weir_decisions_total{outcome=~\"local|failed_open\"}"))
                .containsExactly("weir_decisions_total outcome=~\"local|failed_open\"");
        assertThat(queries.missing("label_values(weir_undecided_total, rule)")).containsExactly("rule");
    }

    /** As the READMEs' are. */
    @Test
    void snippetsOccurInTheFilesThatTheyAreCutFrom() {
        List<MatchResult> snippets = SNIPPET.matcher(PAGE).results().toList();
        assertThat(snippets).hasSize(2);
        for (MatchResult snippet : snippets) {
            Iterator<String> file = Docs.read("../" + snippet.group(1))
                    .lines()
                    .map(String::strip)
                    .iterator();
            snippet.group(2).lines().map(String::strip).forEach(line -> {
                boolean found = false;
                while (!found && file.hasNext()) {
                    found = file.next().equals(line);
                }
                assertThat(found).as(line).isTrue();
            });
        }
    }
}
