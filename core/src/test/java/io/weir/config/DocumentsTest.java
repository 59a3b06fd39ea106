package io.weir.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DocumentsTest {

    private static final String YAML = "{ redis: 'redis://localhost', rules: [{ name: a, limits: 1/1s }] }";
    private static final String RULE = "a: every path by user | ip, [a: 1 per 1s]";

    @TempDir
    private Path folder;

    @Test
    void aFileIsFoundByItsPathAndByItsUri() throws IOException {
        Path file = Files.writeString(folder.resolve("limits.yaml"), YAML);

        assertThat(Loading.settings("config", file.toString()).ruleTexts()).containsExactly(RULE);
        assertThat(Loading.settings("config", file.toUri().toString()).ruleTexts())
                .containsExactly(RULE);
    }

    @Test
    void aFileOfTheApplicationComesBeforeTheFileSystem() throws IOException {
        Path file = Files.writeString(folder.resolve("limits.yaml"), "");

        assertThat(Loading.settings("config", file.toString())
                        .file(file.toString(), YAML)
                        .ruleTexts())
                .containsExactly(RULE);
    }

    @Test
    void theClassPathIsThatOfTheContextClassLoader() throws IOException {
        Files.writeString(folder.resolve("limits.yaml"), YAML);
        Files.writeString(folder.resolve("rate-limits.yaml"), YAML);
        ClassLoader before = Thread.currentThread().getContextClassLoader();
        try (URLClassLoader loader =
                new URLClassLoader(new URL[] {folder.toUri().toURL()}, before)) {
            Thread.currentThread().setContextClassLoader(loader);

            assertThat(Loading.settings("config", "classpath:limits.yaml").ruleTexts())
                    .containsExactly(RULE);
            assertThat(Loading.settings("config", "classpath:/limits.yaml").ruleTexts())
                    .containsExactly(RULE);
            assertThat(Loading.settings("config", "classpath:limits.yaml", "reload", "5s")
                            .warnings())
                    .containsExactly("'reload' has no effect: only a file outside of the class path may change (setting"
                            + " 'reload')");
            Loading nothing = Loading.settings(new String[0]);
            assertThat(nothing.ruleTexts()).containsExactly(RULE);
            assertThat(GateConfiguration.isGiven(nothing.settings(), nothing.resources()))
                    .isTrue();
        } finally {
            Thread.currentThread().setContextClassLoader(before);
        }
    }

    @Test
    void nothingIsGiven_whenThereIsNeitherSettingNorFile() {
        Loading nothing = Loading.settings(new String[0]);
        assertThat(GateConfiguration.isGiven(nothing.settings(), nothing.resources()))
                .isFalse();
    }

    @Test
    void theSearchIsTold_whenThereIsNoFile() {
        assertThat(Loading.settings("config", "/WEB-INF/none.yaml").problems())
                .containsExactly(
                        "there is no file at '/WEB-INF/none.yaml'; allowed: /WEB-INF/name.yaml in the application,"
                                + " classpath:name.yaml, a path of the file system, or a file: URI (setting 'config')");
    }

    @Test
    void theFileIsRefused_whenItIsNotUtf8() {
        byte[] latin = "redis: caf\u00e9".getBytes(StandardCharsets.ISO_8859_1);
        assertThat(new Loading().file(Loading.FILE, latin).problems())
                .containsExactly("the file is not encoded in UTF-8; allowed: UTF-8, with or without a byte order mark"
                        + " (rate-limits.yaml)");
    }

    @Test
    void theFileIsRefused_whenItIsTooLarge() {
        assertThat(Loading.yaml("#".repeat(1_000_001)).problems())
                .containsExactly("the file at '/WEB-INF/rate-limits.yaml' is too large; allowed: 1000000 bytes"
                        + " (setting 'config')");
    }

    @Test
    void theFileIsRefused_whenItIsAFolder() {
        assertThat(Loading.settings("config", folder.toString()).problems())
                .singleElement()
                .asString()
                .startsWith("the file at '" + folder + "' cannot be read: java.io.IOException");
    }
}
