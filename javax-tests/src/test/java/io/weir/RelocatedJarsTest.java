package io.weir;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import io.weir.jaxrs.RateLimitFeature;
import io.weir.servlet.RateLimitFilter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.jar.JarFile;
import java.util.stream.Collectors;
import javax.ws.rs.core.Feature;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What became of the adapters' jars: the same under other names, and nothing that Java EE 8 does not have. */
class RelocatedJarsTest {

    @ParameterizedTest
    @ValueSource(classes = {RateLimitFilter.class, RateLimitFeature.class})
    void everyNameIsOneOfJavaEe8(Class<?> type) throws Exception {
        Set<String> names = classes(type).stream()
                .flatMap(one -> one.getDirectDependenciesFromSelf().stream())
                .map(dependency ->
                        dependency.getTargetClass().getBaseComponentType().getFullName())
                .filter(name -> name.startsWith("javax.") || name.startsWith("jakarta."))
                .collect(Collectors.toSet());
        assertThat(names).hasSizeGreaterThan(10).allSatisfy(name -> Class.forName(name, false, type.getClassLoader()));
    }

    /** The APIs of this module's class path: Servlet 4.0, JAX-RS 2.1. */
    @ParameterizedTest
    @ValueSource(classes = {RateLimitFilter.class, RateLimitFeature.class})
    void everyAccessLinks(Class<?> type) throws Exception {
        List<JavaAccess<?>> accesses = classes(type).stream()
                .flatMap(one -> one.getAccessesFromSelf().stream())
                .filter(access -> access.getTargetOwner().getPackageName().startsWith("javax."))
                .toList();
        assertThat(accesses)
                .hasSizeGreaterThan(50)
                .allSatisfy(access -> assertThat(access.getTarget().resolveMember())
                        .as(access.getDescription())
                        .isPresent());
    }

    /** Class names in strings are found by nobody but who looks for them. */
    @ParameterizedTest
    @ValueSource(classes = {RateLimitFilter.class, RateLimitFeature.class})
    void noStringNamesJakarta(Class<?> type) throws Exception {
        try (JarFile jar = new JarFile(file(type).toFile())) {
            assertThat(jar.stream().filter(entry -> entry.getName().endsWith(".class")))
                    .isNotEmpty()
                    .allSatisfy(entry -> assertThat(text(jar, entry.getName())).doesNotContain("jakarta.", "jakarta/"));
            assertThat(jar.stream().map(Object::toString)).noneMatch(name -> name.contains("jakarta"));
        }
    }

    @ParameterizedTest
    @ValueSource(classes = {RateLimitFilter.class, RateLimitFeature.class})
    void manifestIsThatOfTheModule_andNamesNoJakarta(Class<?> type) throws Exception {
        try (JarFile jar = new JarFile(file(type).toFile())) {
            assertThat(jar.getManifest().getMainAttributes().getValue("Automatic-Module-Name"))
                    .isEqualTo(type.getPackageName());
            assertThat(text(jar, JarFile.MANIFEST_NAME)).doesNotContain("jakarta");
        }
    }

    @Test
    void featureIsRegisteredUnderItsNewName() throws Exception {
        try (JarFile jar = new JarFile(file(RateLimitFeature.class).toFile())) {
            assertThat(text(jar, "META-INF/services/" + Feature.class.getName()))
                    .isEqualToIgnoringNewLines(RateLimitFeature.class.getName());
        }
    }

    private static JavaClasses classes(Class<?> type) throws Exception {
        try (JarFile jar = new JarFile(file(type).toFile())) {
            return new ClassFileImporter().importJar(jar);
        }
    }

    private static Path file(Class<?> type) throws Exception {
        return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
    }

    /** Octets as characters: what is ASCII can be found. */
    private static String text(JarFile jar, String entry) throws IOException {
        return new String(jar.getInputStream(jar.getEntry(entry)).readAllBytes(), StandardCharsets.ISO_8859_1);
    }
}
