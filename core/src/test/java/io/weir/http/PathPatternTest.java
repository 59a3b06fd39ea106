package io.weir.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PathPatternTest {

    @ParameterizedTest
    @CsvSource({
        "/login, /login, true",
        "/login, /login/, true",
        "/login, /login/x, false",
        "/login, /Login, false",
        "/, /, true",
        "/, /x, false",
        "/api/**, /api, true",
        "/api/**, /api/a/b/c, true",
        "/api/**, /apix, false",
        "/**, /, true",
        "/**, /a/b, true",
        "/api/*, /api/a, true",
        "/api/*, /api, false",
        "/api/*, /api/a/b, false",
        "/users/{id}/posts, /users/7/posts, true",
        "/users/{id}/posts, /users/posts, false",
        "/a/**/z, /a/z, true",
        "/a/**/z, /a/b/c/z, true",
        "/a/**/z, /a/b/c, false",
        "/**/x/**, /a/x/b, true",
        "/**/x/**, /a/b, false",
        "/**/x/**/y, /a/x/x/b/y, true",
        "/**/x/**/y, /a/y/x/b, false",
        "/**/x/y, /x/x/y, true",
        "/a/**/**, /a, true",
        "/**/*, /, false",
    })
    void patternCoversPath(String pattern, String path, boolean covers) {
        assertThat(PathPattern.parse(pattern).matches(RoutedPath.ofDecoded(path)))
                .isEqualTo(covers);
    }

    /** The first is how the container may have routed it, the second how the application may read it. */
    @ParameterizedTest
    @CsvSource({
        "/api/**, /api/../health, true",
        "/health, /api/../health, true",
        "/health, /api/../other, false",
        "/login, /./login, true",
        "/a/**, /b/../../a, true",
        "/api/*, /api//, false",
    })
    void ruleCoversEitherReading_whenContainerLeftSomethingToResolve(String pattern, String path, boolean covers) {
        assertThat(PathPattern.parse(pattern).matches(RoutedPath.ofDecoded(path)))
                .isEqualTo(covers);
    }

    @ParameterizedTest
    @CsvSource({
        "/health, /health, true",
        "/health, /health/, false",
        "/health/, /health/, true",
        "/health/, /health, true",
        "/health/, /health//, false",
        "/health/**, /health/, true",
        "/health/**, /health, true",
        "/health, //health, false",
        "/health, /./health, false",
        "/health, /api/../health, false",
        "/static/**, /static/a.css, true",
        "/static/**, /static/../api, false",
        "/static/**, /api/../static/a.css, false",
        "/static/**, /static/x/../a.css, true",
        "/**, /, true",
        "/, /, true",
        "/, //, false",
    })
    void onlyWhatEveryReadingSaysIsExcluded(String pattern, String path, boolean excludes) {
        assertThat(PathPattern.parse(pattern).excludes(RoutedPath.ofDecoded(path)))
                .isEqualTo(excludes);
        assertThat(PathPattern.parse(pattern).excludes(RoutedPath.ofEncoded(path)))
                .isEqualTo(excludes);
    }

    @Test
    void longPathCostsNoMoreThanItsLength_whateverThePattern() {
        PathPattern pattern = PathPattern.parse("/**/a/**/a/**/a/**/a/**/a/**/b");
        RoutedPath path = RoutedPath.ofDecoded("/a".repeat(4000));
        assertTimeoutPreemptively(
                Duration.ofSeconds(5), () -> assertThat(pattern.matches(path)).isFalse());
    }

    @ParameterizedTest
    @ValueSource(strings = {"login", "", "/a*", "/{", "/{}", "/a?b", "/a;b", "/a%20b", "/***", "/{id}.json"})
    void patternThatPromisesWhatItCannotKeepIsRefused(String pattern) {
        assertThatThrownBy(() -> PathPattern.parse(pattern))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("path '" + pattern + "'")
                .hasMessageContaining("allowed:");
    }

    @ParameterizedTest
    @CsvSource({
        "/api/login",
        "/api//login",
        "//api/login",
        "/api/login/",
        "/api/./login",
        "/x/../api/login",
        "/../api/login",
        "/api/%6Cogin",
        "/api/%6cogin",
        "/api/login;jsessionid=1",
        "/api;v=1/login",
        "/api/login;",
    })
    void everySpellingMakesTheSamePath(String spelling) {
        assertThat(RoutedPath.ofEncoded(spelling).segments()).containsExactly("api", "login");
    }

    @Test
    void decodedOnce_andNotTwice() {
        assertThat(RoutedPath.ofEncoded("/a%2541").segments()).containsExactly("a%41");
        assertThat(RoutedPath.ofDecoded("/a%41").segments()).containsExactly("a%41");
        assertThat(RoutedPath.ofDecoded("/a;b").segments()).containsExactly("a;b");
    }

    @Test
    void encodedSlashOrDotsStayInsideTheirSegment() {
        assertThat(RoutedPath.ofEncoded("/items/a%2Fb").segments()).containsExactly("items", "a/b");
        assertThat(RoutedPath.ofEncoded("/items/%2e%2e/x").segments()).containsExactly("items", "..", "x");
    }

    @Test
    void brokenEncodingStandsForItself() {
        assertThat(RoutedPath.ofEncoded("/a%").segments()).containsExactly("a%");
        assertThat(RoutedPath.ofEncoded("/a%4").segments()).containsExactly("a%4");
        assertThat(RoutedPath.ofEncoded("/a%zz").segments()).containsExactly("a%zz");
        assertThat(RoutedPath.ofEncoded("/%C3%A9").segments()).containsExactly("é");
        assertThat(RoutedPath.ofEncoded("").segments()).isEqualTo(List.of());
    }
}
