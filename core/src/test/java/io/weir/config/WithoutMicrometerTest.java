package io.weir.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.http.HttpGate;
import io.weir.http.Verdict;
import io.weir.testing.TestCall;
import io.weir.testing.TestRedis;
import java.io.File;
import java.lang.reflect.Method;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A class path on which there is no Micrometer, as in most old applications. */
class WithoutMicrometerTest {

    @Test
    void requestsAreLimited_andAWishForItIsAMistake() throws Exception {
        ClassLoader old = Thread.currentThread().getContextClassLoader();
        try (URLClassLoader bare = new URLClassLoader(classPath(), ClassLoader.getPlatformClassLoader())) {
            Thread.currentThread().setContextClassLoader(bare);
            assertThatThrownBy(() -> bare.loadClass("io.micrometer.core.instrument.Metrics"))
                    .isInstanceOf(ClassNotFoundException.class);
            Method there = bare.loadClass(WithoutMicrometerTest.class.getName()).getDeclaredMethod("run", String.class);
            there.setAccessible(true);
            assertThat(there.invoke(null, "jmx")).isEqualTo("limited");
            assertThat(there.invoke(null, "micrometer"))
                    .asString()
                    .contains("metrics 'micrometer' needs micrometer-core, which is not on the class path");
        } finally {
            Thread.currentThread().setContextClassLoader(old);
        }
    }

    /** Called on the class of that name which the other loader has. */
    static String run(String metrics) throws Exception {
        String nobody = "redis://127.0.0.1:" + TestRedis.freePort();
        Loading loading = Loading.settings("redis", nobody, "limit", "1/1h", "metrics", metrics);
        try (HttpGate gate =
                GateConfiguration.load(loading.settings(), loading.resources(), "bare", loading.variables())) {
            Verdict unused = gate.decide(TestCall.get("/"));
            return gate.decide(TestCall.get("/")) instanceof Verdict.Reject ? "limited" : "not limited";
        } catch (ConfigurationException e) {
            return e.getMessage();
        }
    }

    private static URL[] classPath() {
        String all = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        return Stream.of(all.split(File.pathSeparator, -1))
                .filter(entry -> !entry.matches(".*(micrometer|prometheus)[^/]*\\.jar"))
                .map(WithoutMicrometerTest::url)
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
