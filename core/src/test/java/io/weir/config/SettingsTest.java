package io.weir.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.Algorithm.FixedWindow;
import io.weir.Limit;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SettingsTest {

    private static final String NAMES =
            "; allowed: config, redis, limit, algorithm, key, cost, count, deadline, mode, on-failure, local-keys,"
                    + " trusted-proxies, forwarded-header, ipv6-prefix, headers, expose-headers, application, exclude,"
                    + " reload, metrics ";

    @ParameterizedTest
    @ValueSource(strings = {"", "weir."})
    void aLimitIsTheRuleDefaultOnEveryPath_withOrWithoutPrefix(String prefix) {
        Loading loading = Loading.settings(prefix + "redis", "redis://localhost", prefix + "limit", "100/1m");
        assertThat(loading.ruleTexts()).containsExactly("default: every path by user | ip, [default: 100 per 1m]");
    }

    @Test
    void everySettingIsRead() {
        Loading loading = Loading.settings(
                "redis", "redis://localhost",
                "limit", "10/1s, 1000 per hour",
                "algorithm", "gcra",
                "key", "header:X-Api-Key | ip",
                "cost", "2",
                "count", "401, 403",
                "mode", "shadow",
                "deadline", "20ms",
                "on-failure", "deny",
                "headers", "x-ratelimit",
                "expose-headers", "true",
                "application", "shop",
                "exclude", "/health, /static/**");
        assertThat(loading.ruleTexts())
                .containsExactly(
                        "default: every path by header:x-api-key | ip, [default-1s: 10 per 1s, default-1h: 1000"
                                + " per 1h]");
        assertThat(loading.read().foundation().deadline()).hasMillis(20);
    }

    @Test
    void keysAreTogether_whenSeparatedByCommas() {
        assertThat(Loading.settings("redis", "redis://localhost", "limit", "1/1s", "key", "user, ip")
                        .ruleTexts())
                .containsExactly("default: every path by user, ip, [default: 1 per 1s]");
    }

    @Test
    void theRulesAreThoseOfTheFile_whenConfigNamesOne() {
        assertThat(Loading.settings("config", "/WEB-INF/other.yaml", "redis", "redis://localhost")
                        .file("/WEB-INF/other.yaml", "rules: [{ name: a, limits: 1/1s }]")
                        .ruleTexts())
                .containsExactly("a: every path by user | ip, [a: 1 per 1s]");
    }

    @Test
    void thereIsNoRule_whenRedisAloneIsSetAndThereIsNoFile() {
        assertThat(Loading.settings("redis", "redis://localhost").ruleTexts()).isEmpty();
    }

    @Test
    void theSearchIsTold_whenNothingIsConfigured() {
        assertThat(Loading.settings(new String[0]).problems())
                .containsExactly(
                        "there is neither /WEB-INF/rate-limits.yaml nor classpath:rate-limits.yaml, and no"
                                + " setting 'limit'; allowed: one of these, or a setting 'config' that names a file (settings)");
    }

    @Test
    void allMistakesAreTold_whenThereAreSeveral() {
        assertThat(Loading.settings("limit", "x, 1/0s", "on-failure", "lokal", "weir.deadlines", "1s", "tiers", "1")
                        .problems())
                .containsExactly(
                        "rule 'default': limit 'x' is no rate; allowed: for instance 100/1m, 5/15m, 100 per minute,"
                                + " 1000/day (setting 'limit')",
                        "rule 'default': limit '1/0s' has a window of 0s; allowed: 1ms to 366d (setting 'limit')",
                        "on-failure 'lokal' is unknown (did you mean 'local'?); allowed: local, allow, deny (setting 'on-failure')",
                        "'tiers' is unknown" + NAMES + "(setting 'tiers')",
                        "'deadlines' is unknown (did you mean 'deadline'?)" + NAMES + "(setting 'weir.deadlines')",
                        "'redis' is missing; allowed: for instance redis://localhost:6379 (settings)");
    }

    @Test
    void limitAndConfigExcludeEachOther() {
        assertThat(Loading.settings("redis", "redis://localhost", "limit", "1/1s", "config", "/x.yaml")
                        .problems())
                .containsExactly("'limit' and 'config' are both set; allowed: one of them (setting 'limit')");
    }

    @ParameterizedTest
    @CsvSource({"key, ip", "algorithm, gcra", "cost, 2", "count, failures"})
    void whatIsOfARuleNeedsALimit(String name, String value) {
        assertThat(Loading.settings("redis", "redis://localhost", name, value).problems())
                .containsExactly("'" + name + "' is set without 'limit'; allowed: both, or the " + name
                        + " of each rule in a file (setting '" + name + "')");
    }

    @Test
    void eachLimitCountsAsSet() {
        assertThat(Loading.settings("redis", "redis://localhost", "limit", "1/1s, 9/1m", "algorithm", "fixed-window")
                        .gate()
                        .rules()
                        .get(0)
                        .limits())
                .extracting(Limit::algorithm)
                .containsExactly(FixedWindow.ofClock(), FixedWindow.ofClock());
    }

    @Test
    void theAlgorithmIsRefusedOnce_whenItIsUnknown() {
        assertThat(Loading.settings("redis", "redis://localhost", "limit", "1/1s, 9/1m", "algorithm", "token-bucket")
                        .problems())
                .containsExactly("rule 'default': algorithm 'token-bucket' is unknown; allowed: sliding-window-log,"
                        + " sliding-window-buckets, sliding-window-counter, fixed-window, gcra (setting 'algorithm')");
    }

    @Test
    void reloadNeedsAFile() {
        assertThat(Loading.settings("redis", "redis://localhost", "limit", "1/1s", "reload", "5s")
                        .problems())
                .containsExactly(
                        "'reload' is set with 'limit'; allowed: only for a file, which may change (setting 'reload')");
        assertThat(Loading.rules("- { name: a, limits: 1/1s }")
                        .setting("reload", "5s")
                        .read()
                        .reload())
                .hasValue(Duration.ofSeconds(5));
    }

    @Test
    void theSameIsRefused_whenSaidWithAndWithoutPrefix() {
        assertThat(Loading.settings("redis", "redis://a", "weir.redis", "redis://b", "limit", "1/1s")
                        .problems())
                .singleElement()
                .asString()
                .startsWith("'redis' is set again, first by setting '");
    }

    @Test
    void theSameIsRefused_whenSaidByTheFileToo() {
        assertThat(Loading.rules("- { name: a, limits: 1/1s }")
                        .setting("redis", "redis://other")
                        .problems())
                .containsExactly("'redis' is set here and in rate-limits.yaml line 1, column 1; allowed: once (setting"
                        + " 'redis')");
    }

    @Test
    void anEmptyValueIsRefused() {
        assertThat(Loading.settings("redis", "redis://localhost", "limit", "1/1s", "deadline", " ")
                        .problems())
                .containsExactly("'deadline' is empty; allowed: a value, or leave it out (setting 'deadline')");
    }

    @Test
    void aValueIsFilledFromTheEnvironment() {
        assertThat(Loading.settings("redis", "redis://localhost", "limit", "${LIMIT:1/1s}")
                        .environment("LIMIT", "7/1s")
                        .ruleTexts())
                .containsExactly("default: every path by user | ip, [default: 7 per 1s]");
    }
}
