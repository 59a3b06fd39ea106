package io.weir.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.http.HttpGate;
import io.weir.http.Rule;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** {@code docs/rate-limits.yaml} may be pasted whole. */
class DocumentedFileTest {

    @Test
    void fileIsReadAsItsCommentsSay() throws IOException {
        String text = Files.readString(Path.of("..", "docs", "rate-limits.yaml"));
        try (HttpGate gate = Loading.yaml(text).gate()) {
            assertThat(gate.rules())
                    .extracting(Rule::toString)
                    .containsExactly(
                            "login: [POST] [/login] by ip, [login: 5 per 15m]",
                            "api: [/api/**] by user | ip, [api-1s: 10 per 1s, api-1h: 1000 per 1h], tiers"
                                    + " {gold=[api-1s: 50 per 1s, api-1h: 10000 per 1h]}",
                            "export: [/export/{id}] by user, header:x-tenant, [export: 100000 per 1d]",
                            "everything: every path by global, [everything: 200000 per 1m]",
                            "tomorrow: every path by user | ip, [tomorrow: 60 per 1m], in shadow");
        }
    }
}
