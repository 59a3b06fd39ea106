package io.weir.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.Algorithm;
import io.weir.testing.TestRedis;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.redisson.api.RedissonClient;

class LuaScriptTest {

    private static final Set<Algorithm> LOG = Set.of(Algorithm.slidingWindowLog());

    static Stream<LuaScript> scripts() {
        return Stream.of(LuaScript.acquire(LOG), LuaScript.named("refund"), LuaScript.named("reset"));
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
        assertThat(body)
                .as("arguments in any number need a header for the rest")
                .contains("KEYS");
    }

    static List<String> operations() {
        return List.of("acquire", "refund", "reset");
    }

    @Test
    void noNumberIsWrittenInLuasDefaultFormat() {
        String text = LuaScript.acquire(LOG).text();
        assertThat(text).contains("'%.0f'").doesNotContain("tostring(");
    }
}
