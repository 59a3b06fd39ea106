package io.weir.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** One mistake each, and what is said of it. */
class ProblemsTest {

    private static final String TOP =
            "; allowed: redis, deadline, application, on-failure, headers, exclude, rules (rate-limits.yaml line ";
    private static final String RULE =
            "; allowed: name, paths, methods, key, limits, cost, on-failure (rate-limits.yaml line ";
    private static final String NAME =
            "; allowed: a letter, then letters, digits, '_' and '-', at most 48 in all (rate-limits.yaml line ";

    static List<Arguments> yaml() {
        return List.of(
                Arguments.of("", "the file is empty; allowed: a map of redis, rules and more (rate-limits.yaml)"),
                Arguments.of(
                        "# nothing", "the file is empty; allowed: a map of redis, rules and more (rate-limits.yaml)"),
                Arguments.of(
                        "- redis",
                        "the file is a list; allowed: a map of redis, rules and more (rate-limits.yaml line 1, column 1)"),
                Arguments.of(
                        "redis",
                        "the file is a text; allowed: a map of redis, rules and more (rate-limits.yaml line 1, column 1)"),
                Arguments.of(
                        "redis: [a\nrules: []",
                        "YAML cannot be read: while parsing a flow sequence, expected ',' or ']', but got :"
                                + " (rate-limits.yaml line 2, column 6)"),
                Arguments.of(
                        "redis: a\n\trules: []",
                        "YAML cannot be read: while scanning for the next token, found character '\\t(TAB)' that cannot"
                                + " start any token. (Do not use \\t(TAB) for indentation) (rate-limits.yaml line 2,"
                                + " column 1)"),
                Arguments.of(
                        "redis: a\n---\nredis: b",
                        "YAML cannot be read: expected a single document in the stream, but found another document"
                                + " (rate-limits.yaml line 2, column 1)"),
                Arguments.of(
                        "a: b\nredis: \u0007",
                        "YAML cannot be read: the character U+0007 is not allowed (rate-limits.yaml line 2, column 8)"),
                Arguments.of(
                        "redis: *none",
                        "YAML cannot be read: found undefined alias none (rate-limits.yaml line 1, column 8)"),
                Arguments.of(
                        "rules: !!java.net.URL [x]",
                        "YAML cannot be read: Global tag is not allowed: tag:yaml.org,2002:java.net.URL"
                                + " (rate-limits.yaml line 1, column 8)"),
                Arguments.of(
                        "[".repeat(30) + "]".repeat(30),
                        "YAML cannot be read: Nesting Depth exceeded max 20 (rate-limits.yaml)"));
    }

    @ParameterizedTest
    @MethodSource("yaml")
    void theFileIsRefused_whenItIsNoMap(String yaml, String problem) {
        assertThat(Loading.yaml(yaml).problems()).containsExactly(problem);
    }

    static List<Arguments> lines() {
        return List.of(
                Arguments.of(
                        "redis: redis://other",
                        "'redis' stands here again, first on line 1; allowed: once (rate-limits.yaml line 3, column 1)"),
                Arguments.of(
                        "? [deadline]\n: 1s",
                        "a key is a list or a map; allowed: a word (rate-limits.yaml line 3, column 3)"),
                Arguments.of(
                        "<<: { deadline: 1s }",
                        "merging with '<<' is not supported; allowed: the keys themselves (rate-limits.yaml line 3,"
                                + " column 1)"),
                Arguments.of("exclude: &all [*all]", "the value contains itself (rate-limits.yaml line 3, column 10)"),
                Arguments.of(
                        "deadline: !quick 1s",
                        "the tag '!quick' is not supported; allowed: values without tags (rate-limits.yaml line 3,"
                                + " column 11)"),
                Arguments.of("deadlin: 1s", "'deadlin' is unknown (did you mean 'deadline'?)" + TOP + "3, column 1)"),
                Arguments.of(
                        "onFailure: deny",
                        "'onFailure' is unknown (did you mean 'on-failure'?)" + TOP + "3, column 1)"),
                Arguments.of("colour: red", "'colour' is unknown" + TOP + "3, column 1)"),
                Arguments.of(
                        "trusted-proxies: []",
                        "'trusted-proxies' is not supported by this version" + TOP + "3, column 1)"),
                Arguments.of(
                        "forwarded-header: Forwarded",
                        "'forwarded-header' is not supported by this version" + TOP + "3, column 1)"),
                Arguments.of(
                        "ipv6-prefix: 56", "'ipv6-prefix' is not supported by this version" + TOP + "3, column 1)"),
                Arguments.of(
                        "deadline:",
                        "'deadline' has no value; allowed: a value, or leave the key out (rate-limits.yaml line 3, column 1)"),
                Arguments.of(
                        "deadline: [1s]", "'deadline' is a list; allowed: a text (rate-limits.yaml line 3, column 11)"),
                Arguments.of(
                        "deadline: 100",
                        "deadline: duration '100' is not a whole number and a unit; allowed: us, ms, s, m, h, d, for instance 15m (rate-limits.yaml line 3, column 11)"),
                Arguments.of(
                        "deadline: 999us",
                        "deadline '999us' is out of range; allowed: 1ms to 1m (rate-limits.yaml line 3, column 11)"),
                Arguments.of(
                        "deadline: 999999999999d",
                        "deadline '999999999999d' is out of range; allowed: 1ms to 1m (rate-limits.yaml line 3, column 11)"),
                Arguments.of(
                        "application: my shop", "application: name 'my shop' is not allowed" + NAME + "3, column 14)"),
                Arguments.of(
                        "on-failure: local",
                        "on-failure 'local' is not supported by this version; allowed: allow, deny (rate-limits.yaml line 3, column 13)"),
                Arguments.of(
                        "on-failure: no",
                        "on-failure 'no' is unknown; allowed: allow, deny (rate-limits.yaml line 3, column 13)"),
                Arguments.of(
                        "headers: none",
                        "headers 'none' is unknown; allowed: ratelimit, x-ratelimit; [] for none but Retry-After (rate-limits.yaml line 3, column 10)"),
                Arguments.of(
                        "headers: {}",
                        "'headers' is a map; allowed: a text, or a list of texts (rate-limits.yaml line 3, column 10)"),
                Arguments.of(
                        "exclude: [health]",
                        "exclude: path 'health' does not begin with '/'; allowed: for instance /login or /api/** (rate-limits.yaml line 3, column 11)"));
    }

    @ParameterizedTest
    @MethodSource("lines")
    void theLineIsRefused_whenItCannotMeanAnything(String line, String problem) {
        assertThat(Loading.yaml("redis: redis://localhost\nrules: []\n" + line).problems())
                .containsExactly(problem);
    }

    static List<Arguments> rules() {
        return List.of(
                Arguments.of(
                        "[x]",
                        "rule 1 is a text; allowed: a map with a name and limits (rate-limits.yaml line 2, column 9)"),
                Arguments.of(
                        "{ name: a, limits: 1/1s }",
                        "'rules' is a map; allowed: a list of maps (rate-limits.yaml line 2, column 8)"),
                Arguments.of(
                        "[{ limits: 1/1s }]",
                        "rule 1: 'name' is missing; allowed: for instance login (rate-limits.yaml line 2, column 9)"),
                Arguments.of(
                        "[{ name: [a], limits: 1/1s }]",
                        "rule 1: 'name' is a list; allowed: a text (rate-limits.yaml line 2, column 17)"),
                Arguments.of(
                        "[{ name: 1st, limits: 1/1s }]",
                        "rule '1st': name '1st' is not allowed" + NAME + "2, column 17)"),
                Arguments.of(
                        "[{ name: a }]",
                        "rule 'a': 'limits' is missing; allowed: for instance 100/1m (rate-limits.yaml line 2, column 9)"),
                Arguments.of(
                        "[{ name: a, limits: 1/1s, limit: 2/1s }]",
                        "rule 'a': 'limit' is unknown (did you mean 'limits'?)" + RULE + "2, column 34)"),
                Arguments.of(
                        "[{ name: a, tiers: [] }]",
                        "rule 'a': 'tiers' is not supported by this version" + RULE + "2, column 20)"),
                Arguments.of(
                        "[{ name: a, limits: 1/1s, mode: shadow }]",
                        "rule 'a': 'mode' is not supported by this version" + RULE + "2, column 34)"),
                Arguments.of(
                        "[{ name: a, limits: 1/1s, count: [401] }]",
                        "rule 'a': 'count' is not supported by this version" + RULE + "2, column 34)"),
                Arguments.of(
                        "[{ name: a, limits: 1/1s, on-failure: local }]",
                        "rule 'a': on-failure 'local' is not supported by this version; allowed: allow, deny (rate-limits.yaml line 2, column 46)"),
                Arguments.of(
                        "[{ name: a, limits: 1/1s, paths: [/a*] }]",
                        "rule 'a': path '/a*' has the segment 'a*'; allowed: literal text, decoded; '*' or '{name}' for one segment; '**' for any number (rate-limits.yaml line 2, column 42)"),
                Arguments.of(
                        "[{ name: a, limits: 1/1s, paths: [{ a: b }] }]",
                        "rule 'a': an item of 'paths' is a map; allowed: a text (rate-limits.yaml line 2, column 42)"),
                Arguments.of(
                        "[{ name: a, limits: 1/1s, methods: [get] }]",
                        "rule 'a' has the method 'get'; allowed: upper-case names, for instance GET, POST (rate-limits.yaml line 2, column 44)"),
                Arguments.of(
                        "[{ name: a, limits: 1/1s, methods: [] }]",
                        "rule 'a': 'methods' is an empty list; allowed: names, for instance [GET, POST], or leave the key out for every method (rate-limits.yaml line 2, column 43)"),
                Arguments.of(
                        "[{ name: a, limits: 1/1s, key: [] }]",
                        "rule 'a': key is an empty list; allowed: ip, user, session, header:NAME, cookie:NAME, global; 'a | b' for the first present (rate-limits.yaml line 2, column 39)"),
                Arguments.of(
                        "[{ name: a, limits: 1/1s, key: user | path }]",
                        "rule 'a': key 'path' is not supported by this version; allowed: ip, user, session, header:NAME, cookie:NAME, global (rate-limits.yaml line 2, column 39)"),
                Arguments.of(
                        "[{ name: a, limits: 1/1s, key: [user, role] }]",
                        "rule 'a': key 'role' is unknown; allowed: ip, user, session, header:NAME, cookie:NAME, global; 'a | b' for the first present (rate-limits.yaml line 2, column 46)"),
                Arguments.of(
                        "[{ name: a, limits: 1/1s, cost: 1.5 }]",
                        "rule 'a': 'cost' is '1.5'; allowed: a whole number, 0 (look only) and more (rate-limits.yaml line 2, column 40)"),
                Arguments.of(
                        "[{ name: a, limits: 1/1s, cost: -1 }]",
                        "rule 'a' has cost -1; allowed: 0 (look only) and more (rate-limits.yaml line 2, column 40)"));
    }

    @ParameterizedTest
    @MethodSource("rules")
    void theRuleIsRefused_whenItCannotMeanAnything(String rules, String problem) {
        assertThat(Loading.yaml("redis: redis://localhost\nrules: " + rules).problems())
                .containsExactly(problem);
    }

    static List<Arguments> limits() {
        return List.of(
                Arguments.of(
                        "5/0m",
                        "limit '5/0m' has a window of 0s; allowed: 1ms to 366d (rate-limits.yaml line 2, column 28)"),
                Arguments.of(
                        "-5/1m",
                        "limit '-5/1m' has -5 permits; allowed: 0 to 999999999999999 (rate-limits.yaml line 2, column 28)"),
                Arguments.of(
                        "5/367d",
                        "limit '5/367d' has a window of 367d; allowed: 1ms to 366d (rate-limits.yaml line 2, column 28)"),
                Arguments.of(
                        "1e3/1m",
                        "limit '1e3/1m' is not of the form permits/window; allowed: for instance 100/1m (rate-limits.yaml line 2, column 28)"),
                Arguments.of(
                        "5/minute",
                        "limit '5/minute': duration 'minute' is not a whole number and a unit; allowed: us, ms, s, m, h, d, for instance 15m (rate-limits.yaml line 2, column 28)"),
                Arguments.of(
                        "[]",
                        "'limits' is an empty list; allowed: one limit or more, for instance 100/1m (rate-limits.yaml line 2, column 28)"),
                Arguments.of(
                        "[[1/1s]]",
                        "a limit is a list; allowed: a text such as 100/1m, or a map (rate-limits.yaml line 2, column 29)"),
                Arguments.of(
                        "{ permits: 1 }",
                        "'window' is missing; allowed: for instance 1m (rate-limits.yaml line 2, column 28)"),
                Arguments.of(
                        "{ permits: 1e3, window: 1m }",
                        "'permits' is '1e3'; allowed: a whole number, 0 to 999999999999999 (rate-limits.yaml line 2, column 39)"),
                Arguments.of(
                        "{ permits: -1, window: 1m }",
                        "limit '-1/1m' has -1 permits; allowed: 0 to 999999999999999 (rate-limits.yaml line 2, column 39)"),
                Arguments.of(
                        "{ permits: 1, window: 0s }",
                        "limit '1/0s' has a window of 0s; allowed: 1ms to 366d (rate-limits.yaml line 2, column 50)"),
                Arguments.of(
                        "{ permits: 1, window: 1s, buckets: 6 }",
                        "'buckets' is not supported by this version; allowed: permits, window, algorithm, name (rate-limits.yaml line 2, column 54)"),
                Arguments.of(
                        "{ permits: 1, window: 1s, algorithm: gcra }",
                        "algorithm 'gcra' is not supported by this version; allowed: sliding-window-log (rate-limits.yaml line 2, column 65)"),
                Arguments.of(
                        "{ permits: 1, window: 1s, algorithm: sliding-windows-log }",
                        "algorithm 'sliding-windows-log' is unknown (did you mean 'sliding-window-log'?); allowed: sliding-window-log (rate-limits.yaml line 2, column 65)"),
                Arguments.of(
                        "{ permits: 1, window: 1s, name: a b }", "name 'a b' is not allowed" + NAME + "2, column 60)"));
    }

    @ParameterizedTest
    @MethodSource("limits")
    void theLimitIsRefused_whenItCannotMeanAnything(String limits, String problem) {
        assertThat(Loading.yaml("redis: redis://localhost\nrules: [{ name: a, limits: " + limits + " }]")
                        .problems())
                .containsExactly("rule 'a': " + problem);
    }

    @Test
    void theSecondIsRefused_whenTwoRulesShareAName() {
        assertThat(Loading.rules("- { name: login, limits: 1/1s }\n- { name: Login, limits: 1/1s }")
                        .problems())
                .containsExactly(
                        "rule 'Login' has the name of another, on line 3; allowed: names that differ in more than"
                                + " case (rate-limits.yaml line 4, column 13)");
    }

    @Test
    void theSecondIsRefused_whenTwoLimitsOfARuleShareAName() {
        assertThat(Loading.rules("- { name: a, limits: [1/1m, 2/1h, 3/60s] }").problems())
                .containsExactly("rule 'a' has two limits named 'a-1m'; allowed: names that differ in more than case"
                        + " (rate-limits.yaml line 3, column 37)");
    }

    @Test
    void theSecondIsRefused_whenLimitsOfTwoRulesShareAName() {
        assertThat(Loading.rules(
                                "- { name: a, limits: 1/1s }\n- { name: b, limits: { name: A, permits: 1, window: 1s } }")
                        .problems())
                .containsExactly("rule 'b': limit 'A' has the name of another, on line 3; allowed: names that differ in"
                        + " more than case (rate-limits.yaml line 4, column 24)");
    }

    @Test
    void redisAndRulesAreMissed_whenTheFileHasNeither() {
        assertThat(Loading.yaml("deadline: 1s").problems())
                .containsExactly(
                        "'rules' is missing; allowed: for instance [{ name: all, limits: 100/1m }], or [] if only"
                                + " annotations limit (rate-limits.yaml)",
                        "'redis' is missing; allowed: for instance redis://localhost:6379 (rate-limits.yaml)");
    }
}
