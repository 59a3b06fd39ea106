package io.weir.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.weir.RateLimiter;
import io.weir.testing.SteadyLoad;
import io.weir.testing.TestCluster;
import io.weir.testing.TestRedis;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.redisson.api.RedissonClient;

/** What an operator does to a cluster while it is in use. */
class SlotMigrationTest {

    private static TestCluster cluster;
    private static RedissonClient client;
    private static RateLimiter limiter;

    private final String run = UUID.randomUUID().toString();
    private final List<String> keys = List.of("1:{" + run + "}", "2:{" + run + "}");

    @BeforeAll
    static void start() {
        cluster = TestCluster.start();
        client = cluster.client();
        limiter = RedissonRateLimiter.create(client, Duration.ofSeconds(5));
    }

    @AfterAll
    static void stop() {
        client.shutdown();
        cluster.close();
    }

    /** By hand, as {@code redis-cli --cluster reshard} does it, to a master that has never seen the script. */
    @Test
    void callersDoNotNotice_whenTheSlotOfAClientMoves() {
        int slot = client.getKeys().getSlot(keys.get(0));
        TestRedis from = cluster.masters().get(slot * 3 / 16_384);
        TestRedis to = cluster.masters().get((slot * 3 / 16_384 + 1) % 3);
        String fromId = from.command("CLUSTER MYID");
        String toId = to.command("CLUSTER MYID");
        to.command("SCRIPT FLUSH");
        SteadyLoad load = SteadyLoad.on(limiter, List.of(keys));
        try (load) {
            awaitMore(load);
            to.command("CLUSTER SETSLOT " + slot + " IMPORTING " + fromId);
            from.command("CLUSTER SETSLOT " + slot + " MIGRATING " + toId);
            awaitMore(load);
            assertThat(from.command("MIGRATE 127.0.0.1 " + to.port() + " \"\" 0 5000 KEYS " + String.join(" ", keys)))
                    .isEqualTo("OK");
            awaitMore(load);
            to.command("CLUSTER SETSLOT " + slot + " NODE " + toId);
            from.command("CLUSTER SETSLOT " + slot + " NODE " + toId);
            awaitMore(load);
        }
        assertUnnoticed(load);
    }

    @Test
    void callersDoNotNotice_whenScriptsAreFlushedAgainAndAgain() {
        SteadyLoad load = SteadyLoad.on(limiter, List.of(keys));
        try (load) {
            for (int i = 0; i < 10; i++) {
                awaitMore(load);
                cluster.masters().forEach(master -> master.command("SCRIPT FLUSH"));
            }
            awaitMore(load);
        }
        assertUnnoticed(load);
    }

    private static void awaitMore(SteadyLoad load) {
        long now = load.asked();
        await().until(() -> load.asked() > now + 50);
    }

    private void assertUnnoticed(SteadyLoad load) {
        assertThat(load.surprises()).isEmpty();
        assertThat(load.failures()).isEmpty();
        for (String key : keys) {
            assertThat(StoredLog.permits(client, key))
                    .as("what is in Redis is what callers were told")
                    .isEqualTo(load.admitted(key));
        }
    }
}
