package io.weir.examples.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ArgumentsTest {

    @Test
    void port8080AndARedisOfItsOwn_whenNothingIsSaid() {
        assertThat(Arguments.parse()).isEqualTo(new Arguments(8080, null, false));
    }

    @Test
    void everythingIsTaken_whenSaid() {
        assertThat(Arguments.parse("--redis", "redis://somewhere:6380", "--port", "0"))
                .isEqualTo(new Arguments(0, "redis://somewhere:6380", false));
        assertThat(Arguments.parse("--help").help()).isTrue();
    }

    @ParameterizedTest
    @CsvSource({
        "--verbose, unknown argument '--verbose'",
        "8081, unknown argument '8081'",
        "--port, --port lacks its value",
        "--port x, --port 'x' is no port",
        "--port -1, --port '-1' is no port",
        "--port 65536, --port '65536' is no port",
        "--port 1 --port 2, --port is given twice",
        "--redis, --redis lacks its value",
        "--redis localhost, --redis: the URL of Redis begins with neither",
        "--redis redis://:secret@, --redis: the URL of Redis names no server"
    })
    void oneLineSaysWhatIsWrong_whenAnArgumentCannotBeUnderstood(String line, String message) {
        assertThatThrownBy(() -> Arguments.parse(line.split(" ")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith(message)
                .message()
                .hasLineCount(1)
                .doesNotContain("secret");
    }
}
