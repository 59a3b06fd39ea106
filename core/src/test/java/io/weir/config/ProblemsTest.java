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
            "; allowed: redis, deadline, application, mode, on-failure, local-keys, trusted-proxies, forwarded-header, ipv6-prefix, headers, expose-headers, exclude, reload, metrics, rules"
                    + " (rate-limits.yaml line ";
    private static final String RULE =
            "; allowed: name, paths, methods, key, limits, tiers, cost, count, mode, on-failure (rate-limits.yaml line ";
    private static final String LIMIT =
            "; allowed: permits, window, rate, algorithm, buckets, burst, zone, name (rate-limits.yaml line ";
    private static final String COUNT =
            "; allowed: failures (400 and above), successes (below 400), or statuses from 100 to 599 (rate-limits.yaml"
                    + " line ";
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
                        "exclude: [/users/{id}]",
                        "YAML cannot be read: while parsing a flow sequence, expected ',' or ']', but got {; inside [ ] a"
                                + " text with braces needs quotes, for instance \"/users/{id}\""
                                + " (rate-limits.yaml line 1, column 18)"),
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
                        "trusted-proxies: [10.0.0.1/8]",
                        "trusted-proxies: proxy '10.0.0.1/8' has bits beyond its prefix; allowed: 10.0.0.0/8"
                                + " (rate-limits.yaml line 3, column 19)"),
                Arguments.of(
                        "forwarded-header: Forwarded",
                        "'forwarded-header' is set without 'trusted-proxies'; allowed: both, since a header is believed"
                                + " only of a proxy that is trusted (rate-limits.yaml line 3, column 19)"),
                Arguments.of(
                        "ipv6-prefix: 129",
                        "'ipv6-prefix' is '129'; allowed: a whole number, 16 to 128 (rate-limits.yaml line 3, column 14)"),
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
                        "on-failure: shrug",
                        "on-failure 'shrug' is unknown; allowed: local, allow, deny (rate-limits.yaml line 3, column 13)"),
                Arguments.of(
                        "on-failure: no",
                        "on-failure 'no' is unknown; allowed: local, allow, deny (rate-limits.yaml line 3, column 13)"),
                Arguments.of(
                        "headers: none",
                        "headers 'none' is unknown; allowed: ratelimit, x-ratelimit, ratelimit-shadow; [] for none but Retry-After (rate-limits.yaml line 3, column 10)"),
                Arguments.of(
                        "metrics: [jmx, micro-meter]",
                        "metrics 'micro-meter' is unknown (did you mean 'micrometer'?); allowed: jmx, micrometer; [] for none (rate-limits.yaml line 3, column 16)"),
                Arguments.of(
                        "mode: Shadow",
                        "mode 'Shadow' is unknown (did you mean 'shadow'?); allowed: enforce, shadow (rate-limits.yaml line 3, column 7)"),
                Arguments.of(
                        "reload: false",
                        "reload 'false' cannot be used; allowed: off, or 1s to 1d (rate-limits.yaml line 3, column 9)"),
                Arguments.of(
                        "reload: 999ms",
                        "reload '999ms' cannot be used; allowed: off, or 1s to 1d (rate-limits.yaml line 3, column 9)"),
                Arguments.of(
                        "reload: 25h",
                        "reload '25h' cannot be used; allowed: off, or 1s to 1d (rate-limits.yaml line 3, column 9)"),
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
                        "[{ name: a, limits: 1/1s, mode: watch }]",
                        "rule 'a': mode 'watch' is unknown; allowed: enforce, shadow (rate-limits.yaml line 2, column 40)"),
                Arguments.of(
                        "[{ name: a, limits: 1/1s, count: [] }]",
                        "rule 'a': 'count' is an empty list, so no response would count" + COUNT + "2, column 41)"),
                Arguments.of(
                        "[{ name: a, limits: 1/1s, count: [401, 4xx] }]",
                        "rule 'a': count '4xx' is unknown" + COUNT + "2, column 47)"),
                Arguments.of(
                        "[{ name: a, limits: 1/1s, count: 600 }]",
                        "rule 'a': count '600' is unknown" + COUNT + "2, column 41)"),
                Arguments.of(
                        "[{ name: a, limits: 1/1s, count: 099 }]",
                        "rule 'a': count '099' is unknown" + COUNT + "2, column 41)"),
                Arguments.of(
                        "[{ name: a, limits: 1/1s, count: { status: 401 } }]",
                        "rule 'a': 'count' is a map; allowed: a text, or a list of texts (rate-limits.yaml line 2, column 41)"),
                Arguments.of(
                        "[{ name: a, limits: 1/1s, on-failure: lokal }]",
                        "rule 'a': on-failure 'lokal' is unknown (did you mean 'local'?); allowed: local, allow, deny (rate-limits.yaml line 2, column 46)"),
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
                        "rule 'a': key is an empty list; allowed: ip, user, session, header:NAME, cookie:NAME, path, global; 'a | b' for the first present (rate-limits.yaml line 2, column 39)"),
                Arguments.of(
                        "[{ name: a, limits: 1/1s, key: user | paths }]",
                        "rule 'a': key 'paths' is unknown; allowed: ip, user, session, header:NAME, cookie:NAME, path, global; 'a | b' for the first present (rate-limits.yaml line 2, column 39)"),
                Arguments.of(
                        "[{ name: a, limits: 1/1s, key: [user, role] }]",
                        "rule 'a': key 'role' is unknown; allowed: ip, user, session, header:NAME, cookie:NAME, path, global; 'a | b' for the first present (rate-limits.yaml line 2, column 46)"),
                Arguments.of(
                        "[{ name: a, limits: 1/1s, cost: 1.5 }]",
                        "rule 'a': 'cost' is '1.5'; allowed: a whole number, 0 to 999999999999999 (rate-limits.yaml line 2, column 40)"),
                Arguments.of(
                        "[{ name: a, limits: 1/1s, cost: -1 }]",
                        "rule 'a': 'cost' is '-1'; allowed: a whole number, 0 to 999999999999999 (rate-limits.yaml line 2, column 40)"),
                Arguments.of(
                        "[{ name: a, limits: 1/1s, cost: { header: X-Cost } }]",
                        "rule 'a': 'max' is missing; allowed: for instance 100, so that a request cannot take more (rate-limits.yaml line 2, column 40)"),
                Arguments.of(
                        "[{ name: a, limits: 1/1s, cost: { max: 5 } }]",
                        "rule 'a': 'header' is missing; allowed: for instance X-Cost (rate-limits.yaml line 2, column 40)"),
                Arguments.of(
                        "[{ name: a, limits: 1/1s, cost: { header: X-Cost, max: 0 } }]",
                        "rule 'a': 'max' is '0'; allowed: a whole number, 1 to 999999999999999 (rate-limits.yaml line 2, column 63)"),
                Arguments.of(
                        "[{ name: a, limits: 1/1s, cost: { header: 'X Cost', max: 5 } }]",
                        "rule 'a': 'header' is 'X Cost'; allowed: the name of a header, for instance X-Cost (rate-limits.yaml line 2, column 50)"),
                Arguments.of(
                        "[{ name: a, limits: 1/1s, cost: { header: X-Cost, max: 5, default: 2 } }]",
                        "rule 'a': 'default' is unknown; allowed: header, max (rate-limits.yaml line 2, column 66)"));
    }

    @ParameterizedTest
    @MethodSource("rules")
    void theRuleIsRefused_whenItCannotMeanAnything(String rules, String problem) {
        assertThat(Loading.yaml("redis: redis://localhost\nrules: " + rules).problems())
                .containsExactly(problem);
    }

    static List<Arguments> tiers() {
        return List.of(
                Arguments.of(
                        "{ role: gold, limits: 9/1s }",
                        "'tiers' is a map; allowed: a list of maps with a role and limits (rate-limits.yaml line 2, column 41)"),
                Arguments.of(
                        "[gold]",
                        "an item of 'tiers' is a text; allowed: a map with a role and limits (rate-limits.yaml line 2, column 42)"),
                Arguments.of(
                        "[{ limits: 9/1s }]",
                        "'role' is missing; allowed: for instance gold (rate-limits.yaml line 2, column 42)"),
                Arguments.of(
                        "[{ role: ' ', limits: 9/1s }]",
                        "'role' is empty; allowed: the name of a role, for instance gold (rate-limits.yaml line 2, column 50)"),
                Arguments.of(
                        "[{ role: gold }]",
                        "'limits' is missing; allowed: for instance 100/1m (rate-limits.yaml line 2, column 42)"),
                Arguments.of(
                        "[{ role: gold, limit: 9/1s, limits: 9/1s }]",
                        "'limit' is unknown (did you mean 'limits'?); allowed: role, limits (rate-limits.yaml line 2, column 56)"),
                Arguments.of(
                        "[{ role: gold, limits: 9/0s }]",
                        "limit '9/0s' has a window of 0s; allowed: 1ms to 366d (rate-limits.yaml line 2, column 64)"));
    }

    @ParameterizedTest
    @MethodSource("tiers")
    void theTierIsRefused_whenItCannotMeanAnything(String tiers, String problem) {
        assertThat(Loading.yaml("redis: redis://localhost\nrules: [{ name: a, limits: 1/1s, tiers: " + tiers + " }]")
                        .problems())
                .containsExactly("rule 'a': " + problem);
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
                        "limit '1e3/1m' has '1e3' permits; allowed: a whole number (rate-limits.yaml line 2, column 28)"),
                Arguments.of(
                        "10k/1m",
                        "limit '10k/1m' has '10k' permits; allowed: a whole number; perhaps 10000 (rate-limits.yaml line 2, column 28)"),
                Arguments.of(
                        "50000/month",
                        "limit '50000/month' has a window of a month, which is no length; perhaps 30d, or a calendar month: { permits: 50000, window: month, algorithm: fixed-window, zone: Europe/Paris } (rate-limits.yaml line 2, column 28)"),
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
                        "'permits' is '-1'; allowed: a whole number, 0 to 999999999999999 (rate-limits.yaml line 2, column 39)"),
                Arguments.of(
                        "{ permits: 1, window: 0s }",
                        "limit '1/0s' has a window of 0s; allowed: 1ms to 366d (rate-limits.yaml line 2, column 50)"),
                Arguments.of(
                        "{ permits: 1, window: 1s, bucket: 6 }",
                        "'bucket' is unknown (did you mean 'buckets'?)" + LIMIT + "2, column 54)"),
                Arguments.of(
                        "{ permits: 1, window: 1s, buckets: 6 }",
                        "'buckets' is set, but the algorithm is sliding-window-log; allowed: only with algorithm: sliding-window-buckets (rate-limits.yaml line 2, column 63)"),
                Arguments.of(
                        "{ permits: 1, window: 1s, algorithm: sliding-window-buckets, buckets: 241 }",
                        "'buckets' is '241'; allowed: a whole number, 2 to 240 (rate-limits.yaml line 2, column 98)"),
                Arguments.of(
                        "{ permits: 1, window: 1s, algorithm: fixed-window, burst: 6 }",
                        "'burst' is set, but the algorithm is fixed-window; allowed: only with algorithm: gcra (rate-limits.yaml line 2, column 86)"),
                Arguments.of(
                        "{ permits: 1, window: 1s, algorithm: gcra, burst: 0 }",
                        "'burst' is '0'; allowed: a whole number, 1 to 999999999999999 (rate-limits.yaml line 2, column 78)"),
                Arguments.of(
                        "{ permits: 1, window: 1d, algorithm: gcra, burst: 367 }",
                        "limit '1/1d' has a burst of 367, which would take longer than 366d to come back; allowed: up to 366 (rate-limits.yaml line 2, column 50)"),
                Arguments.of(
                        "{ permits: 1, window: 1s, algorithm: sliding-windows-log }",
                        "algorithm 'sliding-windows-log' is unknown (did you mean 'sliding-window-log'?); allowed: sliding-window-log, sliding-window-buckets, sliding-window-counter, fixed-window, gcra (rate-limits.yaml line 2, column 65)"),
                Arguments.of(
                        "{ rate: 1/1s, permits: 1 }",
                        "'permits' is set beside 'rate'; allowed: a rate, or permits and window (rate-limits.yaml line 2, column 51)"),
                Arguments.of(
                        "{ rate: 1/s.., algorithm: gcra }",
                        "limit '1/s..' is no rate; allowed: for instance 100/1m, 5/15m, 100 per minute, 1000/day (rate-limits.yaml line 2, column 36)"),
                Arguments.of(
                        "{ permits: 1, window: 1s, algorithm: fixed-window, zone: UTC }",
                        "'zone' is set, but the window is no stretch of the calendar; allowed: only with a window of day, week or month (rate-limits.yaml line 2, column 85)"),
                Arguments.of(
                        "{ permits: 1, window: day, algorithm: fixed-window }",
                        "'zone' is missing; allowed: for instance Europe/Paris, whose midnight counts (rate-limits.yaml line 2, column 28)"),
                Arguments.of(
                        "{ permits: 1, window: week, zone: UTC }",
                        "the window is a stretch of the calendar, but the algorithm is sliding-window-log; allowed: algorithm: fixed-window, or a length such as 1d (rate-limits.yaml line 2, column 50)"),
                Arguments.of(
                        "{ permits: 1, window: month, algorithm: fixed-window, zone: europe/pari }",
                        "zone 'europe/pari' is unknown (did you mean 'Europe/Paris'?); allowed: a name of the IANA time zone database, for instance Europe/Paris, or UTC (rate-limits.yaml line 2, column 88)"),
                Arguments.of(
                        "{ permits: 1, window: fortnight }",
                        "duration 'fortnight' is not a whole number and a unit; allowed: us, ms, s, m, h, d, for instance 15m (rate-limits.yaml line 2, column 50)"),
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
    void theSecondIsRefused_whenTwoLimitsOfATierShareAName() {
        assertThat(Loading.rules("- { name: a, limits: 1/1m, tiers: [{ role: gold, limits: [1/1m, 3/60s] }] }")
                        .problems())
                .containsExactly("rule 'a' has two limits named 'a-1m'; allowed: names that differ in more than case"
                        + " (rate-limits.yaml line 3, column 67)");
    }

    @Test
    void theSecondIsRefused_whenTwoTiersShareARole() {
        assertThat(Loading.rules(
                                "- { name: a, limits: 1/1m, tiers: [{ role: x, limits: 2/1m }, { role: x, limits: 3/1m }] }")
                        .problems())
                .containsExactly("rule 'a' has two tiers named 'x'; allowed: each name once (rate-limits.yaml line 3,"
                        + " column 73)");
    }

    @Test
    void theSecondIsRefused_whenATierAndAnotherRuleShareAName() {
        assertThat(Loading.rules(
                                "- { name: a, limits: 1/1m, tiers: [{ role: x, limits: { name: b, rate: 2/1m } }] }\n- { name: b, limits: 1/1m }")
                        .problems())
                .containsExactly("rule 'b': limit 'b' has the name of another, on line 3; allowed: names that differ in"
                        + " more than case (rate-limits.yaml line 4, column 24)");
    }

    @Test
    void redisAndRulesAreMissed_whenTheFileHasNeither() {
        assertThat(Loading.yaml("deadline: 1s").problems())
                .containsExactly(
                        "'redis' is missing; allowed: for instance redis://localhost:6379 (rate-limits.yaml)",
                        "'rules' is missing; allowed: for instance [{ name: all, limits: 100/1m }], or [] if only"
                                + " annotations limit (rate-limits.yaml)");
    }
}
