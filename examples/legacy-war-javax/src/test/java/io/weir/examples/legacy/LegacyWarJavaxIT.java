package io.weir.examples.legacy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.weir.testing.TestRedis;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.apache.catalina.core.StandardContext;
import org.apache.catalina.servlets.DefaultServlet;
import org.apache.catalina.startup.ContextConfig;
import org.apache.catalina.startup.Tomcat;
import org.apache.catalina.util.ServerInfo;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The WAR that the build made, on a Tomcat 9, asked over the wire. */
class LegacyWarJavaxIT {

    private static final Path WAR = Path.of("target", "legacy-javax.war");
    private static final String REDIS_URL = "REDIS_URL";

    private final HttpClient client = HttpClient.newHttpClient();
    private final Tomcat tomcat = new Tomcat();
    private final StandardContext application = new StandardContext();

    @TempDir
    private Path scratch;

    @BeforeEach
    void deploy() throws Exception {
        System.setProperty(REDIS_URL, TestRedis.shared().url());
        Files.createDirectories(scratch.resolve("webapps"));
        tomcat.setBaseDir(scratch.toString());
        tomcat.setPort(0);
        tomcat.getConnector().setProperty("address", "127.0.0.1");
        application.setPath("/legacy");
        application.setDocBase(WAR.toAbsolutePath().toString());
        application.setParentClassLoader(new TomcatClasses());
        ContextConfig webXml = new ContextConfig();
        webXml.setDefaultWebXml("org/apache/catalina/startup/NO_DEFAULT_XML");
        application.addLifecycleListener(webXml);
        Tomcat.addServlet(application, "default", new DefaultServlet());
        application.addServletMapping("/", "default");
        tomcat.getHost().addChild(application);
        tomcat.start();
    }

    @AfterEach
    void stop() throws Exception {
        tomcat.stop();
        tomcat.destroy();
        System.clearProperty(REDIS_URL);
    }

    /**
     * Deploying is slow: hence one test, which sees all that is promised. On a busy machine a call now and then waits for
     * Redis in vain and is counted in this JVM: then more than 100 are answered, and never fewer.
     */
    @Test
    void tomcat9Answers100CallsAndThenRefuses_whenWebXmlAllows100() throws Exception {
        assertThat(ServerInfo.getServerNumber()).startsWith("9.");
        assertThat(application.getState().isAvailable()).isTrue();
        HttpResponse<String> page = get("/");
        assertThat(page.statusCode()).isEqualTo(200);
        assertThat(page.body()).contains("<h1>Legacy</h1>");
        assertThat(page.headers().firstValue("RateLimit-Policy")).hasValue("\"default\";q=100;w=60");
        for (int call = 2; call <= 100; call++) {
            HttpResponse<String> quote = get("/quote");
            assertThat(quote.statusCode()).isEqualTo(200);
            assertThat(quote.body()).isEqualToIgnoringNewLines("WEIR 42.17");
        }
        assertIsRefused("/quote");
        assertIsRefused("/");
        assertIsRefused("/no-such-page");
    }

    private void assertIsRefused(String path) {
        HttpResponse<String> refused = await().atMost(Duration.ofSeconds(30))
                .pollInterval(Duration.ofMillis(5))
                .until(() -> get(path), response -> response.statusCode() != 200 && response.statusCode() != 404);
        assertThat(refused.statusCode()).isEqualTo(429);
        assertThat(refused.headers().firstValue("Content-Type").orElseThrow()).startsWith("application/problem+json");
        assertThat(refused.headers().firstValueAsLong("Retry-After").orElseThrow())
                .isBetween(1L, 60L);
        assertThat(refused.body()).contains("\"status\":429", "\"violated-policies\":[\"default\"]");
    }

    private HttpResponse<String> get(String path) throws Exception {
        URI address = URI.create("http://127.0.0.1:" + tomcat.getConnector().getLocalPort() + "/legacy" + path);
        return client.send(HttpRequest.newBuilder(address).build(), BodyHandlers.ofString());
    }
}
