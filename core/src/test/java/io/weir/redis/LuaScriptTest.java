package io.weir.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.testing.TestRedis;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.redisson.api.RedissonClient;

class LuaScriptTest {

    private static final Set<String> ALGORITHMS =
            Set.of("sliding-window-log", "sliding-window-buckets", "sliding-window-counter", "fixed-window", "gcra");

    static Stream<LuaScript> scripts() {
        return Stream.of(
                LuaScript.driver("acquire", ALGORITHMS),
                LuaScript.driver("acquire", Set.of("gcra")),
                LuaScript.many(ALGORITHMS),
                LuaScript.many(Set.of("fixed-window")),
                LuaScript.driver("refund", ALGORITHMS),
                LuaScript.driver("block", ALGORITHMS),
                LuaScript.named("reset"));
    }

    @ParameterizedTest
    @MethodSource("scripts")
    void digestIsTheOneThatRedisComputes(LuaScript script) {
        RedissonClient client = TestRedis.shared().client();
        try {
            assertThat(client.getScript().scriptLoad(script.text())).isEqualTo(script.sha1());
        } finally {
            client.shutdown();
        }
    }

    /** The header is the contract: it names the keys and arguments, the reply and the hazards, and the body keeps to it. */
    @ParameterizedTest
    @MethodSource("operations")
    void headerNamesWhatTheBodyUses(String operation) {
        String text = LuaScript.named(operation).text();
        String header = String.join(
                "\n", text.lines().takeWhile(line -> line.startsWith("--")).toList());
        String body = text.substring(header.length());
        assertThat(header).contains("KEYS[i]", "ARGV", "Reply", "Hazards");
        Matcher argument = Pattern.compile("ARGV\\[(\\d+)]").matcher(body);
        while (argument.find()) {
            assertThat(header).contains("ARGV[" + argument.group(1) + "]");
        }
        assertThat(body).as("keys are read, and only those that were declared").containsPattern("KEYS|charges");
    }

    static List<String> operations() {
        return List.of("acquire", "acquire_many", "refund", "block", "reset");
    }

    @Test
    void scriptMakesNoFunctionThatItDoesNotCall() {
        assertThat(functions("acquire")).containsExactlyInAnyOrder("check", "take");
        assertThat(functions("refund")).containsExactly("refund");
        assertThat(functions("block")).containsExactly("block");
    }

    private static Set<String> functions(String driver) {
        return Pattern.compile("^function \\w+\\.(\\w+)", Pattern.MULTILINE)
                .matcher(LuaScript.driver(driver, ALGORITHMS).text())
                .results()
                .map(function -> function.group(1))
                .collect(Collectors.toSet());
    }

    @Test
    void noNumberIsWrittenInLuasDefaultFormat() {
        String text = LuaScript.driver("acquire", ALGORITHMS).text();
        assertThat(text).contains("'%.0f'").doesNotContain("tostring(");
    }
}
