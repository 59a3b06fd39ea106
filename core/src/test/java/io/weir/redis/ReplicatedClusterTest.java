package io.weir.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.http.HttpGate;
import io.weir.testing.TestCluster;
import io.weir.testing.TestRedis;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.redisson.api.RedissonClient;

/** A cluster of three masters and three replicas. */
class ReplicatedClusterTest extends FailOverContract {

    private static TestCluster cluster;
    private static RedissonClient client;

    @BeforeAll
    static void start() {
        cluster = TestCluster.startWithReplicas();
        client = cluster.client();
    }

    @AfterAll
    static void stop() {
        client.shutdown();
        cluster.close();
    }

    @Override
    protected String yaml() {
        return cluster.yaml();
    }

    @Override
    protected RedissonClient client() {
        return client;
    }

    @Override
    protected TestRedis master() {
        return cluster.masters().get(0);
    }

    @Override
    protected TestRedis replica() {
        return cluster.replicas().get(0);
    }

    @Override
    protected boolean isOnMaster(String key) {
        return client.getKeys().getSlot(key) < 16_384 / 3;
    }

    @Test
    void everyClientHasItsOwnLimits_whateverItsApiKey() {
        try (HttpGate gate = GateOverRedisson.gate(yaml())) {
            assertThat(Stream.of("{", "a}b", "}{x}", "{}", "{a}{b}"))
                    .allSatisfy(key ->
                            assertThat(GateOverRedisson.fourRequests(gate, key)).containsExactly(200, 200, 200, 429));
            for (int i = 0; i < 200; i++) {
                assertThat(GateOverRedisson.fourRequests(gate, "client" + i)).containsExactly(200, 200, 200, 429);
            }
        }
        assertThat(cluster.masters().subList(1, 3))
                .allSatisfy(master ->
                        assertThat(Integer.parseInt(master.command("DBSIZE"))).isGreaterThan(2 * 200 / 3 / 2));
        assertThat(Integer.parseInt(replica().command("DBSIZE")))
                .as("of the first master, or of who took its place")
                .isGreaterThan(2 * 200 / 3 / 2);
    }
}
