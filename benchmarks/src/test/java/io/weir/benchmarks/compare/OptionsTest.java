package io.weir.benchmarks.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class OptionsTest {

    private static Options read(String... arguments) {
        return Options.ofCompare(List.of(arguments), Set.of("admitted-64", "denied-64"));
    }

    @Test
    void everythingRuns_whenNothingIsSaid() {
        Options options = read();

        assertThat(options.quick()).isFalse();
        assertThat(options.wants("denied-64")).isTrue();
        assertThat(options.redis()).isNull();
    }

    @Test
    void everyOptionIsRead() {
        Options options = read(
                "--quick",
                "--only",
                "admitted-64",
                "denied-64",
                "--redis",
                "redis://h:1",
                "--markdown",
                "x.md",
                "--seconds",
                "9");

        assertThat(options.quick()).isTrue();
        assertThat(options.only()).containsExactly("admitted-64", "denied-64");
        assertThat(options.redis()).isEqualTo("redis://h:1");
        assertThat(options.markdown()).isEqualTo(Path.of("x.md"));
        assertThat(options.time()).hasSeconds(9);
    }

    @Test
    void messageSaysWhatIsAllowed_whenAnArgumentIsWrong() {
        refused("unknown argument 'quick'; allowed: --markdown, --only, --quick, --redis, --seconds", "quick");
        refused("--only: unknown load 'x'; allowed: admitted-64, denied-64", "--only", "x");
        refused("--only lacks its value", "--only", "--quick");
        refused("--redis lacks its value", "--redis");
        refused("--seconds '0' is no number; allowed: 1 to 99999", "--seconds", "0");
        refused("--redis: TLS is not supported; allowed: --redis redis://host:port", "--redis", "rediss://h:1");
    }

    private static void refused(String message, String... arguments) {
        assertThatIllegalArgumentException().isThrownBy(() -> read(arguments)).withMessage(message);
    }

    @Test
    void proxyStandsBeforeTheServer_andUserAndDatabaseStay() {
        assertThat(new Endpoint("redis://u:p@far:6379/3").through(7))
                .hasToString("Endpoint[uri=redis://u:p@127.0.0.1:7/3]");
        assertThat(new Endpoint("redis://far").through(7)).isEqualTo(Endpoint.onLoopback(7));
    }
}
