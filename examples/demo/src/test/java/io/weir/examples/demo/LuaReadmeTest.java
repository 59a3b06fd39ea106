package io.weir.examples.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.redis.RedisUrl;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.redisson.Redisson;
import org.redisson.api.RScript;
import org.redisson.api.RScript.Mode;
import org.redisson.api.RScript.ReturnType;
import org.redisson.api.RedissonClient;
import org.redisson.client.codec.StringCodec;

/** Does what the {@code redis-cli} lines of lua/README.md do, without {@code redis-cli}. */
class LuaReadmeTest {

    private static final Path ROOT = Path.of("..", "..");
    private static final Pattern LINE = Pattern.compile(
            "redis-cli --eval (?:<\\(cat (?<files>[^)]+)\\)|(?<file>\\S+)) (?<key>\\S+)(?: , (?<args>.+))?");

    private OwnRedis redis;
    private RedissonClient redisson;
    private long firstAt;

    @BeforeEach
    void connect() throws Exception {
        redis = OwnRedis.start();
        redisson = Redisson.create(RedisUrl.parse(redis.url()).config());
    }

    @AfterEach
    void disconnect() {
        redisson.shutdown();
        redis.close();
    }

    @Test
    void repliesAreAsTheReadmeSays() throws IOException {
        List<Matcher> lines = Files.readAllLines(ROOT.resolve("lua/README.md")).stream()
                .map(LINE::matcher)
                .filter(Matcher::matches)
                .toList();
        assertThat(lines).hasSize(3);

        Matcher acquire = lines.get(0);
        Matcher refund = lines.get(1);
        Matcher reset = lines.get(2);

        assertThat(acquire(acquire, "r1")).containsExactly(1L, 2L, 10_000_000L, 10_000_000L);
        assertThat(acquire(acquire, "r2")).startsWith(1L, 1L);
        assertThat(acquire(acquire, "r3")).startsWith(1L, 0L);
        assertThat(acquire(acquire, "r4")).startsWith(0L, 0L);
        assertThat(count(refund)).isOne();
        assertThat(acquire(acquire, "r5")).startsWith(1L, 0L);
        assertThat(count(reset)).isOne();
        assertThat(acquire(acquire, "r6")).startsWith(1L, 2L);
    }

    /** The reply without the time. */
    private List<Long> acquire(Matcher line, String id) throws IOException {
        List<Long> reply = scripts().eval(Mode.READ_WRITE, script(line), ReturnType.LIST, keys(line), args(line, id));
        firstAt = firstAt == 0 ? reply.get(0) : firstAt;
        return reply.subList(1, reply.size());
    }

    private long count(Matcher line) throws IOException {
        Long count = scripts().eval(Mode.READ_WRITE, script(line), ReturnType.LONG, keys(line), args(line, "r1"));
        return count;
    }

    private RScript scripts() {
        return redisson.getScript(StringCodec.INSTANCE);
    }

    private static String script(Matcher line) throws IOException {
        StringBuilder script = new StringBuilder();
        for (String file : words(line.group("files") == null ? line.group("file") : line.group("files"))) {
            script.append(Files.readString(ROOT.resolve(file)));
        }
        return script.toString();
    }

    private static List<Object> keys(Matcher line) {
        return List.of(line.group("key"));
    }

    private Object[] args(Matcher line, String id) {
        String args = line.group("args");
        return args == null
                ? new Object[0]
                : words(args).stream()
                        .map(word -> switch (word) {
                            case "\"\"" -> "";
                            case "r1" -> id;
                            case "AT" -> Long.toString(firstAt);
                            default -> word;
                        })
                        .toArray();
    }

    private static List<String> words(String text) {
        return List.of(text.split(" ", -1));
    }
}
