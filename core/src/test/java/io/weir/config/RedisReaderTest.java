package io.weir.config;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RedisReaderTest {

    private static Loading redis(String value) {
        return Loading.settings("redis", value, "limit", "1/1s");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '#',
            value = {
                "localhost:6379 # the URL of Redis begins with neither redis:// nor rediss://",
                "http://localhost # the URL of Redis begins with neither redis:// nor rediss://",
                "redis://localhost:99999 # the URL of Redis has the port 99999; allowed: 1 to 65535",
                "redis://local host # the URL of Redis names no server",
                "redisson.yaml # there is no file at 'redisson.yaml'",
                "jndi:ldap://example.org/x # the JNDI name 'ldap://example.org/x' does not begin with java:",
                "jndi:java:comp/env/none # the JNDI name 'java:comp/env/none' cannot be looked up: javax.naming.",
            })
    void theValueIsRefused_whenItNamesNoRedis(String value, String beginning) {
        assertThat(redis(value).problems()).singleElement().asString().startsWith(beginning);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://user:sesame@localhost",
                "redis://user:sesame@",
                "user:sesame@localhost",
                "/sesame@localhost",
                "redis://:${PASSWORD:sesame@localhost",
            })
    void thePasswordIsNotRepeated_whenTheValueIsRefused(String value) {
        assertThat(redis(value).problems()).singleElement().asString().doesNotContain("sesame");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "singleServerConfig:\n  password: sesame\n  address: [",
                "singleServerConfig:\n  password: sesame\n  address: { a: b }",
                "singleServerConfig: sesame",
                "password: !!no.such.Type sesame",
                "sesame",
            })
    void thePasswordIsNotRepeated_whenRedissonCannotReadItsFile(String yaml) {
        assertThat(redis("/WEB-INF/redisson.yaml")
                        .file("/WEB-INF/redisson.yaml", yaml)
                        .problems())
                .singleElement()
                .asString()
                .startsWith("Redisson cannot read 'redisson.yaml'")
                .doesNotContain("sesame");
    }
}
