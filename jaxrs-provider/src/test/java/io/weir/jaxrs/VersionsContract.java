package io.weir.jaxrs;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.servlet.Servlet;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.ext.RuntimeDelegate;
import java.io.File;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** That an execution of the build runs what it says, and not once more what another one has run. */
abstract class VersionsContract {

    private static final List<String> RUNTIMES = List.of("jersey", "resteasy", "cxf");

    private final String runtime;

    /** @param runtime what the names of its jars begin with */
    VersionsContract(String runtime) {
        this.runtime = runtime;
    }

    @Test
    void runtimeIsTheOneOfTheExecution_andTheOnlyOne() {
        assertThat(jarOf(RuntimeDelegate.getInstance().getClass())).startsWith(runtime + "-");
        for (String one : RUNTIMES) {
            String version = System.getProperty("weir.test.runtime");
            assertThat(classPath(one + "-"))
                    .as(one)
                    .allMatch(jar -> one.equals(runtime) && jar.endsWith("-" + version + ".jar"));
        }
    }

    @Test
    void apisAreThoseOfTheExecution_andThereOnce() {
        String rest = "jakarta.ws.rs-api-" + System.getProperty("weir.test.rest-api") + ".jar";
        assertThat(jarOf(Path.class)).isEqualTo(rest);
        assertThat(classPath("jakarta.ws.rs-api-")).containsExactly(rest);
        String servlet = "jakarta.servlet-api-" + System.getProperty("weir.test.servlet-api") + ".jar";
        assertThat(jarOf(Servlet.class)).isEqualTo(servlet);
        assertThat(classPath("jakarta.servlet-api-")).containsExactly(servlet);
    }

    /** Maven's names of jars end with the version. */
    private static String jarOf(Class<?> type) {
        return fileName(type.getProtectionDomain().getCodeSource().getLocation().getPath());
    }

    private static Stream<String> classPath(String prefix) {
        String all = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        return Stream.of(all.split(File.pathSeparator, -1))
                .map(VersionsContract::fileName)
                .filter(jar -> jar.startsWith(prefix));
    }

    private static String fileName(String path) {
        return new File(path).getName();
    }
}
