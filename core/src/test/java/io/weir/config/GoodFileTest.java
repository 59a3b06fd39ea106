package io.weir.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class GoodFileTest {

    static List<Arguments> rules() {
        return List.of(
                Arguments.of("- { name: all, limits: 100/1m }", "all: every path by user | ip, [all: 100 per 1m]"),
                Arguments.of(
                        "- { name: login, paths: [/login], methods: [POST], key: ip, limits: 5/15m }",
                        "login: [POST] [/login] by ip, [login: 5 per 15m]"),
                Arguments.of(
                        "- { name: api, paths: /api/**, methods: GET, limits: [10/1s, 1000/1h] }",
                        "api: [GET] [/api/**] by user | ip, [api-1s: 10 per 1s, api-1h: 1000 per 1h]"),
                Arguments.of(
                        "- { name: marked, paths: [], limits: 1/1s }",
                        "marked: where annotated by user | ip, [marked: 1 per 1s]"),
                Arguments.of(
                        "- { name: k, key: 'header:X-Api-Key | cookie:key | ip', limits: 1/1s }",
                        "k: every path by header:x-api-key | cookie:key | ip, [k: 1 per 1s]"),
                Arguments.of(
                        "- { name: pair, key: [user, ip], limits: 1/1s }",
                        "pair: every path by user, ip, [pair: 1 per 1s]"),
                Arguments.of(
                        "- { name: m, limits: { permits: 7, window: 90s } }",
                        "m: every path by user | ip, [m: 7 per 90s]"),
                Arguments.of(
                        "- { name: m, limits: [{ name: burst, permits: 7, window: 1s, algorithm: sliding-window-log }] }",
                        "m: every path by user | ip, [burst: 7 per 1s]"),
                Arguments.of(
                        "- { name: m, limits: [3/1s, { permits: 7, window: 1m }] }",
                        "m: every path by user | ip, [m-1s: 3 per 1s, m-1m: 7 per 1m]"),
                Arguments.of("- { name: yes, limits: 1/1s }", "yes: every path by user | ip, [yes: 1 per 1s]"),
                Arguments.of("- { name: none, limits: 0/1s }", "none: every path by user | ip, [none: 0 per 1s]"));
    }

    @ParameterizedTest
    @MethodSource
    void rules(String yaml, String rule) {
        assertThat(Loading.rules(yaml).ruleTexts()).containsExactly(rule);
    }

    @Test
    void everyKeyIsRead_whenTheFileSaysAllItCan() {
        Loading loading = Loading.yaml("""
                # The example of the manual.
                redis: redis://localhost:6379
                deadline: 50ms
                application: shop
                on-failure: deny
                headers: [ratelimit, x-ratelimit]
                exclude: [/health, "/static/**"]
                rules:
                  - name: login
                    paths: [/login]
                    methods: [POST]
                    key: ip
                    limits: 5/15m
                  - name: api
                    paths: [/api/**]
                    limits: [10/1s, 1000/1h]
                    cost: 1
                    on-failure: allow
                """);
        assertThat(loading.ruleTexts())
                .containsExactly(
                        "login: [POST] [/login] by ip, [login: 5 per 15m]",
                        "api: [/api/**] by user | ip, [api-1s: 10 per 1s, api-1h: 1000 per 1h]");
        assertThat(loading.read().deadline()).hasMillis(50);
    }

    @Test
    void onlyAnnotationsLimit_whenRulesAreAnEmptyList() {
        assertThat(Loading.yaml("{ redis: 'redis://localhost', rules: [] }").ruleTexts())
                .isEmpty();
    }

    @Test
    void anAliasStandsForItsValue() {
        assertThat(Loading.rules("""
                                - { name: a, limits: &usual [1/1s, 2/1m] }
                                - { name: b, limits: *usual }
                                """).ruleTexts())
                .containsExactly(
                        "a: every path by user | ip, [a-1s: 1 per 1s, a-1m: 2 per 1m]",
                        "b: every path by user | ip, [b-1s: 1 per 1s, b-1m: 2 per 1m]");
    }

    @Test
    void aByteOrderMarkAndWindowsLineEndsAreNoMistake() {
        assertThat(Loading.yaml("\uFEFFredis: redis://localhost\r\nrules:\r\n  - name: a\r\n    limits: 1/1s\r\n")
                        .ruleTexts())
                .containsExactly("a: every path by user | ip, [a: 1 per 1s]");
    }
}
