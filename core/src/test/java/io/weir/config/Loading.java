package io.weir.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.RateLimiter;
import io.weir.config.GateConfiguration.Resources;
import io.weir.config.GateReader.Reading;
import io.weir.http.HttpGate;
import io.weir.local.LocalRateLimiter;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Reads configurations that a test writes down, up to the connection: nothing here needs Redis. */
final class Loading {

    static final String FILE = "/WEB-INF/rate-limits.yaml";

    private final Map<String, byte[]> files = new HashMap<>();
    private final Map<String, String> settings = new HashMap<>();
    private final Map<String, String> environment = new HashMap<>();

    /** With this text as {@link #FILE}. */
    static Loading yaml(String text) {
        return new Loading().file(FILE, text);
    }

    /** With these rules and a Redis that is never asked. */
    static Loading rules(String text) {
        return yaml("redis: redis://localhost\nrules:\n" + text.indent(2));
    }

    static Loading settings(String... namesAndValues) {
        Loading loading = new Loading();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            loading.settings.put(namesAndValues[i], namesAndValues[i + 1]);
        }
        return loading;
    }

    Loading file(String path, String text) {
        return file(path, text.getBytes(StandardCharsets.UTF_8));
    }

    Loading file(String path, byte[] bytes) {
        files.put(path, bytes);
        return this;
    }

    Loading remove(String path) {
        files.remove(path);
        return this;
    }

    Loading setting(String name, String value) {
        settings.put(name, value);
        return this;
    }

    Loading environment(String name, String value) {
        environment.put(name, value);
        return this;
    }

    Map<String, String> settings() {
        return settings;
    }

    Resources resources() {
        return path -> files.containsKey(path) ? new ByteArrayInputStream(files.get(path)) : null;
    }

    Variables variables() {
        return environment::get;
    }

    /** What is read; fails if there is a problem. */
    Reading read() {
        Problems problems = new Problems();
        Reading reading = read(problems);
        assertThat(problems.isEmpty() ? List.of() : problems.exception().problems())
                .isEmpty();
        return reading;
    }

    /** The gate, deciding in this JVM; fails if there is a problem. */
    HttpGate gate() {
        return gate(LocalRateLimiter.create());
    }

    /** The gate with a limiter of the test's; fails if there is a problem. */
    HttpGate gate(RateLimiter limiter) {
        return read().gate().limiter(limiter).build();
    }

    /** The rules, as an operator reads them; fails if there is a problem. */
    List<String> ruleTexts() {
        return gate().rules().stream().map(Object::toString).toList();
    }

    /** The problems; fails if there is none. */
    List<String> problems() {
        Problems problems = new Problems();
        try {
            read(problems);
        } catch (ConfigurationException e) {
            return e.problems();
        }
        assertThat(problems.isEmpty()).as("no problem was found").isFalse();
        return problems.exception().problems();
    }

    /** What the operator is told although nothing is wrong; fails if something is. */
    List<String> warnings() {
        Problems problems = new Problems();
        read(problems);
        assertThat(problems.isEmpty()).isTrue();
        return problems.warnings();
    }

    private Reading read(Problems problems) {
        return new Sources(settings, resources(), "shop", variables())
                .start(problems)
                .reading();
    }
}
