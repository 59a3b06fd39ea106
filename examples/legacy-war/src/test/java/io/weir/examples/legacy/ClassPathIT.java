package io.weir.examples.legacy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.weir.examples.legacy.Container.Server;
import io.weir.testing.TestRedis;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The WAR with jars that an application has brought, older than ours; and what the documents say of its jars. */
class ClassPathIT {

    private static final String REDIS_URL = "REDIS_URL";
    private static final Path OLDER = Path.of("target", "older-jars");
    private static final Path README = Path.of("..", "..", "servlet-filter", "README.md");

    private final HttpClient client = HttpClient.newHttpClient();

    @TempDir
    private Path scratch;

    private Path war;
    private Path jars;

    @BeforeEach
    void unpack() throws IOException {
        System.setProperty(REDIS_URL, TestRedis.shared().url());
        war = War.unpack(Files.createDirectory(scratch.resolve("war")));
        jars = war.resolve("WEB-INF").resolve("lib");
    }

    @AfterEach
    void forgetTheRedis() {
        System.clearProperty(REDIS_URL);
    }

    @ParameterizedTest
    @EnumSource(Container.class)
    void limitsHold_whenTheApplicationBringsAnOlderNettyAndJacksonAndNoSlf4jProvider(Container container)
            throws Exception {
        remove("netty-*");
        remove("slf4j-jdk14-*");
        add("*");
        try (Server server = container.start(scratch)) {
            server.deploy(war, "/older-" + container.name().toLowerCase(Locale.ROOT));
            URI quote = server.address().resolve("/older-" + container.name().toLowerCase(Locale.ROOT) + "/quote");
            await().atMost(Duration.ofSeconds(30))
                    .pollInterval(Duration.ofMillis(5))
                    .until(() -> get(quote).statusCode() == 429);
        }
    }

    @Test
    void oneLineNamesTheJars_whenOneOfAnOlderNettyIsAmongThem() throws Exception {
        remove("netty-common-*");
        add("netty-common-*");
        try (ContainerLog log = new ContainerLog();
                Server server = Container.TOMCAT.start(scratch)) {
            server.deploy(war, "/mixed");
            HttpResponse<String> answer = get(server.address().resolve("/mixed/quote"));
            assertThat(answer.statusCode()).isEqualTo(200);
            assertThat(answer.headers().firstValue("RateLimit"))
                    .as("decided in this JVM")
                    .isPresent();
            assertThat(log.errorsOf("io.weir.redis.ConnectingRateLimiter"))
                    .singleElement()
                    .asString()
                    .contains(
                            "before the next start",
                            "netty-common-4.1.100.Final.jar",
                            "netty-transport-4.2",
                            "needed are");
        }
    }

    @Test
    void theReadmeNamesEveryJarWithItsSize() throws IOException {
        String readme = Files.readString(README);
        try (DirectoryStream<Path> files = Files.newDirectoryStream(jars, "*.jar")) {
            for (Path file : files) {
                String name = file.getFileName().toString();
                if (!name.startsWith("slf4j-jdk14-") && !name.startsWith("weir-")) { // the provider is the example's
                    assertThat(readme).contains("`" + name + "` " + (Files.size(file) + 999) / 1000 + " kB");
                }
            }
        }
    }

    private void remove(String pattern) throws IOException {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(jars, pattern)) {
            for (Path file : files) {
                Files.delete(file);
            }
        }
    }

    private void add(String pattern) throws IOException {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(OLDER, pattern)) {
            for (Path file : files) {
                Files.copy(file, jars.resolve(file.getFileName()));
            }
        }
    }

    private HttpResponse<String> get(URI address) throws Exception {
        return client.send(HttpRequest.newBuilder(address).build(), BodyHandlers.ofString());
    }
}
