package io.weir.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class SixMistakesTest {

    private static final Loading LOADING = Loading.yaml("""
            redis: redis://localhost:6379
            deadline: soon
            rules:
              - name: login
                paths: login
                method: [POST]
                limits: 5/0m
              - name: api
                key: apikey
                limits: { permits: 1e3, window: 1h }
            """);

    @Test
    void allAreToldEachWithItsPlace_whenAFileHasSixMistakes() {
        assertThat(LOADING.problems())
                .containsExactly(
                        "deadline: duration 'soon' is not a whole number and a unit; allowed: us, ms, s, m, h, d, for"
                                + " instance 15m (rate-limits.yaml line 2, column 11)",
                        "rule 'login': path 'login' does not begin with '/'; allowed: for instance /login or /api/**"
                                + " (rate-limits.yaml line 5, column 12)",
                        "rule 'login': 'method' is unknown (did you mean 'methods'?); allowed: name, paths, methods, key,"
                                + " limits, tiers, cost, count, mode, on-failure (rate-limits.yaml line 6, column 5)",
                        "rule 'login': limit '5/0m' has a window of 0s; allowed: 1ms to 366d (rate-limits.yaml line 7,"
                                + " column 13)",
                        "rule 'api': key 'apikey' is unknown; allowed: ip, user, session, header:NAME, cookie:NAME, path,"
                                + " global; 'a | b' for the first present (rate-limits.yaml line 9, column 10)",
                        "rule 'api': 'permits' is '1e3'; allowed: a whole number, 0 to 999999999999999"
                                + " (rate-limits.yaml line 10, column 24)");
    }

    @Test
    void theStartIsStoppedWithOneMessage_whenAFileHasSixMistakes() {
        assertThatThrownBy(() -> GateConfiguration.load(LOADING.settings(), LOADING.resources(), "shop"))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageStartingWith("the rate limits cannot be configured, there are 6 mistakes:\n  - deadline: ")
                .hasMessageContaining("\n  - rule 'login': limit '5/0m' has a window of 0s; allowed: 1ms to 366d"
                        + " (rate-limits.yaml line 7, column 13)\n  - ");
    }
}
