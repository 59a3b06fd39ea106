package io.weir.benchmarks.compare;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The commands of the jar that the build made. Nothing is said of how fast anybody is. */
class CompareIT {

    private static final Pattern RATIO = Pattern.compile("(?m)^ratio (\\S+) (\\S+) ([0-9]+\\.[0-9]{2,})$");

    @TempDir
    Path folder;

    private record Outcome(int status, String output) {}

    private static Outcome run(String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-jar",
                Path.of("target", "benchmarks.jar").toString()));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Outcome(process.waitFor(), output);
    }

    @Test
    void everyRatioThatIsReachedForIsTold_whenThereIsHardlyTime() throws Exception {
        Path page = folder.resolve("page.md");
        Files.writeString(page, "before\n<!-- begin compare -->\nold\n<!-- end compare -->\nafter\n");

        Outcome outcome = run("compare", "--quick", "--seconds", "1", "--markdown", page.toString());

        assertThat(outcome.status).as(outcome.output).isZero();
        Map<String, Double> ratios = RATIO.matcher(outcome.output)
                .results()
                .collect(Collectors.toMap(
                        found -> found.group(1) + "/" + found.group(2), found -> Double.valueOf(found.group(3))));
        for (Reach reach : Reach.ALL) {
            String name = reach.load() + "/" + reach.peer();
            if (!reach.peer().equals(Reach.COMMANDS)) {
                assertThat(ratios).as(outcome.output).containsKey(name);
                assertThat(ratios.get(name)).as(name).isPositive();
            }
            Matcher told = Pattern.compile("(?m)^reach " + Pattern.quote(name) + " [0-9.]+ [<>]=[0-9.]+ (ok|missed)$")
                    .matcher(outcome.output);
            assertThat(told.find()).as(name + " in " + outcome.output).isTrue();
        }
        assertThat(page)
                .content()
                .startsWith("before\n<!-- begin compare -->\n")
                .contains("| evalsha |")
                .doesNotContain("old")
                .endsWith("<!-- end compare -->\nafter\n");
    }

    @Test
    void onlyWhatIsAskedForRuns_whenOnlyNamesIt() throws Exception {
        Outcome outcome = run("compare", "--quick", "--only", "bytes-100");

        assertThat(outcome.status).as(outcome.output).isZero();
        assertThat(outcome.output).contains("ratio bytes-100 evalsha ").doesNotContain("admitted-64");
    }

    @Test
    void exitStatusIsTwoWithOneLine_whenAnArgumentIsUnknown() throws Exception {
        Outcome outcome = run("compare", "--fast");

        assertThat(outcome.status).isEqualTo(2);
        assertThat(outcome.output)
                .isEqualToIgnoringNewLines(
                        "compare: unknown argument '--fast'; allowed: --markdown, --only, --quick, --redis, --seconds");
    }
}
