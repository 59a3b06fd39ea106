package io.weir.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.Algorithm;
import io.weir.Algorithm.FixedWindow;
import io.weir.Algorithm.Gcra;
import io.weir.Algorithm.SlidingWindowBuckets;
import io.weir.Algorithm.SlidingWindowCounter;
import io.weir.CalendarBlock;
import io.weir.CalendarBlock.Unit;
import io.weir.Durations;
import io.weir.Limit;
import io.weir.http.Field;
import io.weir.testing.TestCall;
import java.time.Duration;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
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

    static List<Arguments> limits() {
        return List.of(
                Arguments.of("7 per minute", limit(7, "1m", Algorithm.slidingWindowLog())),
                Arguments.of("1000/day", limit(1000, "1d", Algorithm.slidingWindowLog())),
                Arguments.of("{ rate: 7/m }", limit(7, "1m", Algorithm.slidingWindowLog())),
                Arguments.of(
                        "{ permits: 7, window: 1m, algorithm: sliding-window-log }",
                        limit(7, "1m", Algorithm.slidingWindowLog())),
                Arguments.of(
                        "{ permits: 7, window: 1m, algorithm: sliding-window-buckets }",
                        limit(7, "1m", new SlidingWindowBuckets(60))),
                Arguments.of(
                        "{ rate: 7/1m, algorithm: sliding-window-buckets, buckets: 2 }",
                        limit(7, "1m", new SlidingWindowBuckets(2))),
                Arguments.of(
                        "{ rate: 7/1m, algorithm: sliding-window-counter }",
                        limit(7, "1m", new SlidingWindowCounter())),
                Arguments.of("{ rate: 7/1m, algorithm: gcra }", limit(7, "1m", new Gcra(0))),
                Arguments.of("{ rate: 7/1m, algorithm: gcra, burst: 3 }", limit(7, "1m", new Gcra(3))),
                Arguments.of("{ rate: 7/1m, algorithm: fixed-window }", limit(7, "1m", FixedWindow.ofClock())),
                Arguments.of(
                        "{ permits: 7, window: day, algorithm: fixed-window, zone: Europe/Paris }",
                        limit(7, "1d", calendar(Unit.DAY, "Europe/Paris"))),
                Arguments.of(
                        "{ permits: 7, window: week, algorithm: fixed-window, zone: UTC }",
                        limit(7, "7d", calendar(Unit.WEEK, "UTC"))),
                Arguments.of(
                        "{ permits: 7, window: month, algorithm: fixed-window, zone: +01:00 }",
                        limit(7, "31d", calendar(Unit.MONTH, "+01:00"))),
                Arguments.of(
                        "{ rate: 1000/day, algorithm: fixed-window, zone: Asia/Tokyo }",
                        limit(1000, "1d", calendar(Unit.DAY, "Asia/Tokyo"))),
                Arguments.of(
                        "{ rate: 50000 per month, algorithm: fixed-window, zone: Asia/Tokyo }",
                        limit(50_000, "31d", calendar(Unit.MONTH, "Asia/Tokyo"))),
                Arguments.of("{ rate: 1000/day, algorithm: fixed-window }", limit(1000, "1d", FixedWindow.ofClock())));
    }

    private static Limit limit(long permits, String window, Algorithm algorithm) {
        return new Limit("a", permits, Durations.parse(window), algorithm);
    }

    private static FixedWindow calendar(Unit unit, String zone) {
        return FixedWindow.of(new CalendarBlock(unit, ZoneId.of(zone)));
    }

    @ParameterizedTest
    @MethodSource
    void limits(String yaml, Limit limit) {
        assertThat(Loading.rules("- { name: a, limits: " + yaml + " }")
                        .gate()
                        .rules()
                        .get(0)
                        .limits())
                .containsExactly(limit);
    }

    @ParameterizedTest
    @CsvSource({"'', PT10S", "reload: 1s, PT1S", "reload: 1d, P1D", "reload: off,"})
    void reload(String line, Duration interval) {
        assertThat(Loading.yaml("redis: redis://localhost\nrules: []\n" + line)
                        .read()
                        .reload())
                .isEqualTo(Optional.ofNullable(interval));
    }

    @Test
    void fieldsAreExposedToScripts_whenSwitchedOn() {
        Loading switchedOn = Loading.yaml(
                "redis: redis://localhost\nexpose-headers: true\nrules: [{ name: a, key: [ip, path], limits: 1/1s }]");
        assertThat(switchedOn.gate().decide(TestCall.get("/")).fields())
                .contains(new Field(
                        "Access-Control-Expose-Headers",
                        "RateLimit-Policy, RateLimit, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset,"
                                + " Retry-After",
                        true));
        assertThat(Loading.settings("redis", "redis://localhost", "limit", "1/1s", "expose-headers", "false")
                        .gate()
                        .decide(TestCall.get("/"))
                        .fields())
                .noneMatch(field -> field.name().startsWith("Access-Control"));
    }

    @Test
    void theOperatorIsTold_whenReloadHasNoEffect() {
        assertThat(Loading.settings("redis", "redis://localhost", "reload", "5s")
                        .warnings())
                .containsExactly("'reload' has no effect: only a file outside of the class path may change (setting"
                        + " 'reload')");
        assertThat(Loading.settings("redis", "redis://localhost", "reload", "off")
                        .warnings())
                .isEmpty();
    }

    @Test
    void everyKeyIsRead_whenTheFileSaysAllItCan() {
        Loading loading = Loading.yaml("""
                # The example of the manual.
                redis: redis://localhost:6379
                deadline: 50ms
                application: shop
                mode: enforce
                on-failure: deny
                headers: [ratelimit, x-ratelimit, ratelimit-shadow]
                exclude: [/health, "/static/**"]
                reload: 30s
                rules:
                  - name: login
                    paths: [/login]
                    methods: [POST]
                    key: ip
                    limits: 5/15m
                    count: [401, 403]
                  - name: api
                    paths: [/api/**]
                    limits: [10/1s, 1000/1h]
                    tiers:
                      - { role: gold, limits: [50/1s, 10000/1h] }
                    cost: { header: X-Cost, max: 5 }
                    on-failure: allow
                    mode: shadow
                  - name: everything
                    key: global
                    limits: { permits: 200000, window: 1m, algorithm: sliding-window-buckets, buckets: 60 }
                """);
        assertThat(loading.ruleTexts())
                .containsExactly(
                        "login: [POST] [/login] by ip, [login: 5 per 15m]",
                        "api: [/api/**] by user | ip, [api-1s: 10 per 1s, api-1h: 1000 per 1h], tiers {gold=[api-1s:"
                                + " 50 per 1s, api-1h: 10000 per 1h]}, in shadow",
                        "everything: every path by global, [everything: 200000 per 1m]");
        assertThat(loading.read().foundation().deadline()).hasMillis(50);
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
