package io.weir.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.Charge;
import io.weir.Limit;
import io.weir.RateLimiter;
import io.weir.local.LocalRateLimiter;
import io.weir.testing.ManualClock;
import io.weir.testing.RecordingLimiter;
import io.weir.testing.TestCall;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * A hundred thousand requests such as nobody sends by accident. None is answered but with a verdict, no key grows, and no
 * two clients share one. The seed is in the message of a failure.
 */
class FuzzTest {

    private static final int REQUESTS = 100_000;
    private static final int LONGEST_KEY = 200;

    private static final Pattern KEY = Pattern.compile("weir:fuzz:2:\\{[A-Za-z0-9._%#=+-]+}:[a-z-]+:[a-z-]+:log");

    private static final String[] FRAGMENTS = {
        "%",
        "%2e",
        "%2F",
        "%25",
        "%zz",
        "/",
        "//",
        ".",
        "..",
        ";",
        ";a=b",
        "{",
        "}",
        ":",
        "*",
        "?",
        "[",
        "]",
        "\\",
        "\"",
        ",",
        "\u0000",
        "\r\n",
        "\t",
        " ",
        "é",
        "\uD800",
        "\uDFFF",
        "😀",
        "ÿ",
        "#",
        "~",
        "+",
        "|",
        "=",
        "for=",
        "unknown",
        "10.0.0.1",
        "127.0.0.1",
        "::1",
        "::ffff:1.2.3.4",
        "[2001:db8::1]:1",
        "a",
        "admin",
        "api",
        "0",
        "9999999999999999999"
    };

    private final long seed = System.nanoTime();
    private final Random random = new Random(seed);
    private List<Charge> last = List.of();
    private final Map<String, String> clientByKey = new HashMap<>();

    @Test
    void nothingThrows_noKeyGrows_andNoTwoClientsShareOne() {
        RateLimiter limiter =
                new RecordingLimiter(LocalRateLimiter.create(ManualClock.create(), 1000), charges -> last = charges);
        HttpGate gate = HttpGate.builder()
                .application("fuzz")
                .limiter(limiter)
                .trustedProxies("10.0.0.0/8")
                .exclude("/health", "/static/**")
                .rule(rule("by-user", "user").build())
                .rule(rule("by-session", "session").build())
                .rule(rule("by-header", "header:X-Api-Key").build())
                .rule(rule("by-cookie", "cookie:c").build())
                .rule(rule("by-address", "ip").build())
                .rule(rule("deep", "ip")
                        .paths("/**/api/**/admin/**", "/{a}/{b}/*")
                        .build())
                .rule(rule("costly", "ip")
                        .cost(RequestCost.ofHeader("X-Cost", 10))
                        .build())
                .build();
        for (int i = 0; i < REQUESTS; i++) {
            last = List.of();
            TestCall call = call();
            Verdict verdict;
            try {
                verdict = gate.decide(call);
                verdict.complete(random.nextInt(600));
            } catch (RuntimeException | StackOverflowError e) {
                throw new AssertionError("seed " + seed + ", request " + i + ": " + call, e);
            }
            for (Field field : verdict.fields()) {
                if (!field.value().chars().allMatch(c -> c >= ' ' && c < 127)) {
                    throw new AssertionError("seed " + seed + ", request " + i + ": " + field);
                }
            }
            for (Charge charge : last) {
                check(charge.key(), call, i);
            }
        }
        assertThat(clientByKey).as("the fuzz does reach the limiter").hasSizeGreaterThan(10_000);
    }

    private static Rule.Builder rule(String name, String key) {
        return Rule.named(name).key(ClientKey.parse(key)).limit(Limit.parse("3/1m"));
    }

    private void check(String key, TestCall call, int request) {
        if (key.length() > LONGEST_KEY || !KEY.matcher(key).matches()) { // of ASCII, so characters are bytes
            throw new AssertionError("seed " + seed + ", request " + request + ": " + key);
        }
        String rule = key.substring(key.lastIndexOf('}') + 2).split(":", -1)[0];
        String client = switch (rule) {
            case "by-user" -> call.principal();
            case "by-session" -> call.sessionId();
            case "by-header" ->
                call.headerLines("X-Api-Key").size() == 1
                        ? call.headerLines("X-Api-Key").get(0)
                        : null;
            case "by-cookie" -> call.cookies("c").stream().findFirst().orElse(null);
            default -> null;
        };
        if (client != null && !client.isEmpty()) {
            String other = clientByKey.putIfAbsent(key, client);
            if (other != null && !other.equals(client)) {
                throw new AssertionError("seed " + seed + ", request " + request + ": '" + client + "' and '" + other
                        + "' share " + key);
            }
        }
    }

    private TestCall call() {
        TestCall call = TestCall.of(pick("GET", "POST", "OPTIONS", "HEAD", text(8)), "/" + text(120))
                .address(pick("10.0.0.1", "203.0.113.9", "2001:db8::1", text(20)))
                .user(maybe(text(90)))
                .session(maybe(text(40)))
                .cookie("c", text(80));
        for (int i = random.nextInt(3); i > 0; i--) {
            call.header("X-Forwarded-For", text(200));
            call.header("X-Api-Key", text(100));
        }
        return random.nextInt(10) == 0 ? call.header("X-Cost", text(10)) : call;
    }

    private String text(int longest) {
        StringBuilder text = new StringBuilder();
        int length = random.nextInt(longest + 1);
        while (text.length() < length) {
            if (random.nextInt(3) == 0) {
                text.append((char) random.nextInt(random.nextBoolean() ? 256 : 65_536));
            } else {
                text.append(FRAGMENTS[random.nextInt(FRAGMENTS.length)]);
            }
        }
        return text.toString();
    }

    private String maybe(String value) {
        return random.nextBoolean() ? value : null;
    }

    private String pick(String... values) {
        return values[random.nextInt(values.length)];
    }
}
