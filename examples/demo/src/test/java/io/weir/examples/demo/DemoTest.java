package io.weir.examples.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The demo in this JVM, on a free port, with its own Redis. */
class DemoTest {

    private static final Arguments ANY_PORT = Arguments.parse("--port", "0", "--redis", "redis://localhost:1");

    private static Demo demo;

    @BeforeAll
    static void start() throws Exception {
        demo = Demo.start(Arguments.parse("--port", "0"));
        Shell.awaitCounting(demo.address());
    }

    @AfterAll
    static void stop() {
        demo.close();
    }

    @Test
    void everyPrintedCurlLineShowsRoomAndThenARefusal_whenRunAsPrinted() throws Exception {
        List<String> lines = Shell.curlLines(demo.greeting());
        assertThat(lines).hasSize(3);
        for (String line : lines) {
            String first = Shell.run(line);
            assertThat(first)
                    .startsWith("HTTP/1.1 200 OK\n")
                    .contains("\nRateLimit-Policy: \"", "\nRateLimit: \"", "\nX-RateLimit-Remaining: ");

            assertThat(firstRefusal(line))
                    .startsWith("HTTP/1.1 429 Too Many Requests\n")
                    .contains("\nRateLimit: \"", "\nX-RateLimit-Remaining: 0\n", "\nRetry-After: ")
                    .contains("\nContent-Type: application/problem+json\n", "\nCache-Control: no-store\n")
                    .contains("\"title\":\"Quota Exceeded\",\"status\":429,", "\"violated-policies\":[\"");
        }
    }

    private static String firstRefusal(String line) throws Exception {
        String answer = "";
        for (int call = 2; call <= 6 && !answer.startsWith("HTTP/1.1 429"); call++) {
            answer = Shell.run(line);
        }
        return answer;
    }

    @Test
    void theRulesInForceArePrinted_asTheFileHasThem() {
        assertThat(demo.greeting())
                .contains(
                        "  hello: [/hello] by ip, [hello: 3 per 10s]\n",
                        "  api: [/api/**] by header:x-api-key | ip, [api-10s: 5 per 10s, api-1h: 100 per 1h]\n",
                        "  reports: where annotated by header:x-api-key | ip, [reports: 2 per 1m]\n",
                        "  sliding: [/window/sliding] by ip, [sliding: 10 per 10s]\n");
    }

    @Test
    void thePageSaysWhatToTry_andIsNotLimited() throws Exception {
        String page = Shell.run("curl -si " + demo.address() + "/");
        assertThat(page)
                .startsWith("HTTP/1.1 200 OK\n")
                .contains("<h1>Weir demo</h1>")
                .doesNotContain("RateLimit-Policy");
    }

    @Test
    void theStartStopsWithSixMessagesEachWithItsPlace_whenRateLimitsYamlHasSixMistakes(@TempDir Path webapp)
            throws Exception {
        Path webInf = Files.createDirectories(webapp.resolve("WEB-INF"));
        try (InputStream webXml = Demo.class.getResourceAsStream("/webapp/WEB-INF/web.xml")) {
            Files.copy(webXml, webInf.resolve("web.xml"));
        }
        Files.writeString(webInf.resolve("rate-limits.yaml"), """
                redis: localhost:6379
                on-failure: shrug
                rules:
                  - name: login
                    paths: [login]
                    limits: 5/0m
                  - name: api
                    kee: ip
                    limits: lots
                """);

        Throwable failure = catchThrowable(() -> WebServer.start(0, "redis://localhost:1", webapp));

        List<String> lines = Demo.explain(ANY_PORT, failure).lines().toList();
        assertThat(lines).hasSize(7).first().asString().endsWith("there are 6 mistakes:");
        for (String place : List.of(
                "line 1, column 8",
                "line 2, column 13",
                "line 5, column 13",
                "line 6, column 13",
                "line 8, column 5",
                "line 9, column 13")) {
            assertThat(lines)
                    .filteredOn(line -> line.endsWith("rate-limits.yaml " + place + ")"))
                    .as(place)
                    .hasSize(1);
        }
    }

    @Test
    void oneLineSaysSo_whenThePortIsTaken() throws IOException {
        try (ServerSocket other = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Arguments arguments = Arguments.parse("--port", Integer.toString(other.getLocalPort()));

            Throwable failure = catchThrowable(() -> Demo.start(arguments));

            assertThat(Demo.explain(arguments, failure))
                    .startsWith("port " + other.getLocalPort() + " cannot be had: ")
                    .endsWith("--port 0 for any free one")
                    .hasLineCount(1);
        }
    }
}
