package io.weir.jaxrs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.Limit;
import io.weir.http.ClientKey;
import io.weir.http.HttpAdapterFixture.Node;
import io.weir.http.HttpGate;
import io.weir.http.RawHttp;
import io.weir.http.Rule;
import io.weir.local.LocalRateLimiter;
import java.io.File;
import java.lang.reflect.Method;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A class path on which there is no {@code jakarta.servlet}. */
class JerseyWithoutServletApiTest {

    @Test
    void requestsAreLimited_whenThereIsNoServletApi() throws Exception {
        ClassLoader old = Thread.currentThread().getContextClassLoader();
        try (URLClassLoader bare = new URLClassLoader(classPath(), ClassLoader.getPlatformClassLoader())) {
            Thread.currentThread().setContextClassLoader(bare);
            assertThatThrownBy(() -> bare.loadClass("jakarta.servlet.Servlet"))
                    .isInstanceOf(ClassNotFoundException.class);
            Method there =
                    bare.loadClass(JerseyWithoutServletApiTest.class.getName()).getDeclaredMethod("statuses");
            there.setAccessible(true);
            Object statuses = there.invoke(null);
            assertThat(statuses).isEqualTo(List.of(200, 200, 429));
        } finally {
            Thread.currentThread().setContextClassLoader(old);
        }
    }

    /** Called on the class of that name which the other loader has. */
    static List<Integer> statuses() throws Exception {
        HttpGate gate = HttpGate.builder()
                .limiter(LocalRateLimiter.create())
                .rule(Rule.named("all")
                        .key(ClientKey.parse("user"))
                        .limit(Limit.parse("2/1m"))
                        .build())
                .build();
        Node node = JerseyOnGrizzly.start(TestApplication.of(StandardResource.class, RateLimitFeature.of(gate)));
        RawHttp http = RawHttp.to(node.address());
        List<Integer> statuses = List.of(
                http.get("/api/x").status(),
                http.get("/api/x").status(),
                http.get("/api/x").status());
        node.server().close();
        return statuses;
    }

    private static URL[] classPath() {
        String all = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        return Stream.of(all.split(File.pathSeparator, -1))
                .filter(entry -> !entry.matches(".*(servlet|tomcat|jetty)[^/]*\\.jar"))
                .map(JerseyWithoutServletApiTest::url)
                .toArray(URL[]::new);
    }

    private static URL url(String entry) {
        try {
            return Path.of(entry).toUri().toURL();
        } catch (MalformedURLException e) {
            throw new IllegalArgumentException(entry, e);
        }
    }
}
