package io.weir.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The jar that the build made. */
class BenchmarksIT {

    @Test
    void everyBenchmarkHasAResult_whenTheJarRunsForAMoment() throws Exception {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-jar",
                        Path.of("target", "benchmarks.jar").toString(),
                        "-foe",
                        "true",
                        "-wi",
                        "0",
                        "-i",
                        "1",
                        "-r",
                        "200ms")
                .redirectErrorStream(true)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        assertThat(process.waitFor()).as(output).isZero();
        assertThat(output)
                .containsPattern("LocalDecision\\.acquire +avgt +[0-9.,]+ +us/op")
                .containsPattern("RedisDecision\\.acquire +avgt +[0-9.,]+ +us/op");
    }
}
