package io.weir.redis;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import io.weir.Charge;
import io.weir.Limit;
import io.weir.RateLimiter;
import io.weir.RateLimiterException;
import io.weir.RateLimiterException.Kind;
import io.weir.testing.Logged;
import io.weir.testing.TestRedis;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.redisson.api.RedissonClient;

/** A Redis that is there and that somebody has to put right: told as that, before the first request, with what to do. */
class MisconfigurationTest {

    private static final Duration DEADLINE = Duration.ofSeconds(5);

    private final Logged log = new Logged();
    private final List<Charge> charges = List.of(
            new Charge(Limit.parse("3/1m"), "weir:test:2:{ip=1}:a:a:log", 1),
            new Charge(Limit.parse("100/1h"), "weir:test:2:{ip=1}:a:b:log", 1));
    private TestRedis redis;

    @AfterEach
    void stop() {
        if (redis != null) {
            redis.close();
        }
        log.close();
    }

    private RateLimiter limiter(String user, String... settings) {
        redis = TestRedis.startOn(TestRedis.freePort(), settings);
        String url = user.isEmpty() ? redis.url() : redis.url().replace("redis://", "redis://" + user + "@");
        RateLimiter limiter = ConnectingRateLimiter.create(RedisUrl.parse(url).config(), DEADLINE);
        // On a busy machine the first contact may outlast the start, which does not wait long for it.
        await("first contact")
                .until(() -> log.messages().stream()
                        .anyMatch(line -> line.contains("Redis is misc") || line.contains("Connected")));
        return limiter;
    }

    private RateLimiterException failure(RateLimiter limiter) {
        RateLimiterException failure = catchThrowableOfType(RateLimiterException.class, () -> limiter.acquire(charges));
        assertThat(failure).as("a decision").isNotNull();
        return failure;
    }

    private void assertTold(String... parts) {
        assertThat(log.news(ConnectingRateLimiter.class))
                .filteredOn(line -> line.startsWith("ERROR"))
                .singleElement()
                .asString()
                .startsWith("ERROR Redis is misconfigured, ")
                .contains(parts)
                .doesNotContain("outage", "sesame", "params");
    }

    private static void assertMisconfigured(RateLimiterException failure, String... parts) {
        assertThat(failure.kind()).isEqualTo(Kind.MISCONFIGURED);
        assertThat(failure.getMessage()).contains(parts).doesNotContain("sesame", "params", "{ip=1}");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "~weir:* +@all -@scripting",
                "~weir:* +@all -evalsha",
                "~weir:* +@all -script",
                "~weir:* +@all -setrange",
                "~weir:* +@all -time",
                "~other:* +@all"
            })
    void whatTheUserMayNotDoIsTold_andWhatToGrant(String rights) {
        try (RateLimiter limiter = limiter("weir:sesame", "user weir on >sesame " + rights)) {
            assertTold("grant its user ~weir:* +evalsha +eval +script|load");
            assertMisconfigured(failure(limiter), "Redis refuses to decide: ", "grant its user");
        }
    }

    @Test
    void nothingIsTold_whenTheUserHasWhatIsDocumented() {
        try (RateLimiter limiter = limiter("weir:sesame", "user weir on >sesame " + Failures.RIGHTS)) {
            assertThat(limiter.acquire(charges).allowed()).isTrue();
            assertThat(log.news(ConnectingRateLimiter.class)).containsExactly("INFO Connected to Redis");
        }
    }

    @Test
    void nothingIsTold_whenTheUserMayUseTheKeysOfOneApplication() {
        String rights = Failures.RIGHTS.replace("~weir:*", "~weir:test:* ~weir:{*");
        try (RateLimiter limiter = limiter("weir:sesame", "user weir on >sesame " + rights)) {
            assertThat(limiter.acquire(charges).allowed()).isTrue();
            assertThat(log.news(ConnectingRateLimiter.class)).containsExactly("INFO Connected to Redis");
        }
    }

    @Test
    void wrongPasswordIsTold() {
        try (RateLimiter limiter = limiter("weir:sesame", "user weir on >other ~* +@all")) {
            assertTold("WRONGPASS", "give the user name and the password");
            assertMisconfigured(failure(limiter), "Redis does not let us in");
        }
    }

    @Test
    void missingCommandIsTold() {
        try (RateLimiter limiter = limiter("", "rename-command SETRANGE \"\"")) {
            assertTold("Redis 6.2 or newer is needed");
            assertMisconfigured(failure(limiter), "Redis 6.2 or newer is needed");
        }
    }

    @Test
    void foreignDataIsTold_andHurtsNobodyElse() {
        try (RateLimiter limiter = limiter("")) {
            RedissonClient client = redis.client();
            client.getList(charges.get(0).key()).add("foreign");
            client.shutdown();
            assertMisconfigured(failure(limiter), "WRONGTYPE", "something else writes keys");
            assertThat(limiter.acquire(List.of(new Charge(Limit.parse("3/1m"), "weir:test:2:{ip=2}:a:a:log", 1)))
                            .allowed())
                    .isTrue();
        }
    }

    @Test
    void memoryIsTold_andNothingIsHalfCounted() throws IOException {
        try (RateLimiter limiter = limiter("")) {
            assertThat(limiter.acquire(charges).allowed()).isTrue();
            setMemory("1");
            assertMisconfigured(failure(limiter), "'maxmemory'", "give Redis more memory");
            setMemory("0");
            assertThat(limiter.peek(charges).quotas())
                    .extracting(quota -> quota.remaining())
                    .containsExactly(2L, 99L);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "*0", // empty
                "*-1", // nil
                "$-1",
                ":1",
                "*4|:1|:1|:2|:3", // one short
                "*5|:1|:1|:-1|:3|:4", // remaining -1
                "*5|:1|$1|1|:2|:3|:4" // not a number
            })
    void replyOfAnotherFormIsTold_andNothingIsReadIntoIt(String reply) throws IOException {
        assertToldOf(reply, "What stands between, a proxy perhaps, changes replies");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "-ERR unknown command `EVALSHA`, with args beginning with: ",
                "-ERR Error running script (call to f_1): @user_script:116: @user_script: 116: ERR syntax error",
                "-ERR Error running script (call to f_1): @user_script:9: @user_script: 9: Write commands not allowed after"
                        + " non deterministic commands. Call redis.replicate_commands() at the start of your script",
            })
    void serverThatIsTooOldIsTold(String reply) throws IOException {
        assertToldOf(reply, "Redis 6.2 or newer is needed");
    }

    @Test
    void fullDiskIsTold() throws IOException {
        assertToldOf(
                "-MISCONF Redis is configured to save RDB snapshots, but it's currently unable to persist to disk.",
                "give it disk space");
    }

    private void assertToldOf(String reply, String advice) throws IOException {
        try (BrokenRedis broken = new BrokenRedis(reply.replace("|", "\r\n") + "\r\n")) {
            RateLimiter limiter =
                    ConnectingRateLimiter.create(RedisUrl.parse(broken.url()).config(), DEADLINE);
            try (limiter) {
                await("first contact")
                        .until(() -> log.messages().stream().anyMatch(line -> line.contains("Redis is misc")));
                assertTold(advice);
                assertMisconfigured(failure(limiter), advice);
            }
        }
    }

    private void setMemory(String bytes) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), redis.port())) {
            socket.getOutputStream().write(("CONFIG SET maxmemory " + bytes + "\r\n").getBytes(US_ASCII));
            assertThat(new String(socket.getInputStream().readNBytes(5), US_ASCII))
                    .isEqualTo("+OK\r\n");
        }
    }
}
