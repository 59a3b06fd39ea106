package io.weir.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class VariablesTest {

    private final Variables variables = Map.of("A", "1", "B", "${A}", "E", "")::get;

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '"',
            value = {
                "plain $ text }, plain $ text }",
                "${A}, 1",
                "x${A}y${A}z, x1y1z",
                "${A:2}, 1",
                "${C:2}, 2",
                "${C:redis://localhost:6379}, redis://localhost:6379",
                "${C:}, \"\"",
                "${E:2}, \"\"",
                "${B}, ${A}",
                "$${A}, ${A}",
                "/users/{id}, /users/{id}",
            })
    void everyPlaceholderIsFilled(String text, String filled) {
        assertThat(variables.fill(text)).isEqualTo(filled);
    }

    @Test
    void theNameIsTold_whenItHasNeitherValueNorDefault() {
        assertThatThrownBy(() -> variables.fill("x${C}"))
                .hasMessage(
                        "'C' is neither a system property nor in the environment; allowed: set it, or give a default"
                                + " as in ${C:default}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"${A", "${}", "${:sesame}", "${C:${A}}", "${C:sesame"})
    void thePlaceIsTold_whenAPlaceholderIsMalformed(String text) {
        assertThatThrownBy(() -> variables.fill("ab" + text))
                .hasMessage(
                        "the placeholder at character 3 is malformed; allowed: ${NAME} or ${NAME:default}, without a"
                                + " placeholder inside");
    }

    @Test
    void aSystemPropertyComesBeforeTheEnvironment() {
        String name = System.getenv().keySet().iterator().next();
        assertThat(Variables.ofProcess().get(name)).isEqualTo(System.getenv(name));
        System.setProperty(name, "property");
        try {
            assertThat(Variables.ofProcess().get(name)).isEqualTo("property");
        } finally {
            System.clearProperty(name);
        }
    }

    @Test
    void theirPlaceIsTold_whenAFileLacksSome() {
        assertThat(Loading.yaml("redis: ${REDIS}\nrules:\n  - { name: a, limits: '${LIMIT}' }")
                        .problems())
                .containsExactly(
                        "'REDIS' is neither a system property nor in the environment; allowed: set it, or give a default"
                                + " as in ${REDIS:default} (rate-limits.yaml line 1, column 8)",
                        "'LIMIT' is neither a system property nor in the environment; allowed: set it, or give a default"
                                + " as in ${LIMIT:default} (rate-limits.yaml line 3, column 24)");
    }

    @Test
    void aMistakeIsToldAtThePlaceholder_whenWhatFillsItIsWrong() {
        assertThat(Loading.rules("- { name: a, limits: '5/${WINDOW}' }")
                        .environment("WINDOW", "0s")
                        .problems())
                .containsExactly("rule 'a': limit '5/0s' has a window of 0s; allowed: 1ms to 366d (rate-limits.yaml"
                        + " line 3, column 24)");
    }
}
