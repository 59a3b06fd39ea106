package io.weir.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.docs.AlgorithmsDoc;
import io.weir.docs.AlgorithmsDoc.Example;
import io.weir.http.HttpGate;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The limits that {@code docs/algorithms.md} writes down may be pasted into a configuration. */
class DocumentedLimitsTest {

    static List<Example> examples() {
        return new AlgorithmsDoc().examples();
    }

    @ParameterizedTest
    @MethodSource("examples")
    void limitIsReadAsTheTextMeansIt(Example example) {
        try (HttpGate gate =
                Loading.rules("- { name: x, limits: " + example.yaml() + " }").gate()) {
            assertThat(gate.rules().get(0).limits())
                    .containsExactly(example.limit().named("x"));
        }
    }
}
