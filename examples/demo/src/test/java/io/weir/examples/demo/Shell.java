package io.weir.examples.demo;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;

/** Runs commands as a person would paste them. */
final class Shell {

    private Shell() {}

    /** What the command printed, its line ends as {@code \n}; not what it said of its progress. */
    static String run(String command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder("sh", "-c", command)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        int status = process.waitFor();
        if (status != 0) {
            throw new IllegalStateException(command + " ended with " + status);
        }
        return output.replace("\r\n", "\n");
    }

    /** Waits until a demo counts; on a busy machine it may greet before it has reached Redis. */
    static void awaitCounting(URI address) {
        String look = "curl -i -H 'X-Api-Key: somebody-else' " + address + "/api/time";
        await().atMost(Duration.ofSeconds(30)).until(() -> run(look).contains("\nRateLimit: "));
    }

    /** The {@code curl} lines that the demo printed. */
    static List<String> curlLines(String greeting) {
        return greeting.lines()
                .map(String::strip)
                .filter(line -> line.startsWith("curl "))
                .toList();
    }
}
