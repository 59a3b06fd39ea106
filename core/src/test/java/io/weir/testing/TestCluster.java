package io.weir.testing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.redisson.Redisson;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;

/** A Redis cluster of three masters on loopback, with or without replicas, that a test started. */
public final class TestCluster implements AutoCloseable {

    private static final int SLOTS = 16_384;
    private static final int MASTERS = 3;

    private final List<TestRedis> masters = new ArrayList<>();
    private final List<TestRedis> replicas = new ArrayList<>();

    private TestCluster() {}

    /** Starts three masters and waits until every slot is served. */
    public static TestCluster start() {
        return start(0);
    }

    /**
     * Starts three masters and a replica of each, and waits until every slot is served and every replica in step. A master
     * that dies is replaced after two seconds and a little.
     */
    public static TestCluster startWithReplicas() {
        return start(MASTERS, "cluster-node-timeout 2000", "cluster-replica-validity-factor 0");
    }

    private static TestCluster start(int replicas, String... settings) {
        TestCluster cluster = new TestCluster();
        for (int i = 0; i < MASTERS; i++) {
            cluster.masters.add(startNode(settings));
        }
        for (int i = 0; i < replicas; i++) {
            cluster.replicas.add(startNode(settings));
        }
        for (int i = 0; i < MASTERS; i++) {
            String slots = IntStream.range(SLOTS * i / MASTERS, SLOTS * (i + 1) / MASTERS)
                    .mapToObj(Integer::toString)
                    .collect(Collectors.joining(" "));
            cluster.masters.get(i).command("CLUSTER ADDSLOTS " + slots);
        }
        cluster.nodes()
                .forEach(node -> node.command(
                        "CLUSTER MEET 127.0.0.1 " + cluster.masters.get(0).port()));
        for (int i = 0; i < replicas; i++) {
            String master = cluster.masters.get(i).command("CLUSTER MYID");
            TestRedis replica = cluster.replicas.get(i);
            await(replica, "CLUSTER NODES", master);
            replica.command("CLUSTER REPLICATE " + master);
        }
        cluster.replicas.forEach(TestRedis::awaitReplication);
        cluster.nodes().forEach(node -> {
            await(node, "CLUSTER INFO", "cluster_state:ok");
            await(node, "CLUSTER INFO", "cluster_known_nodes:" + (MASTERS + replicas));
            cluster.replicas.forEach(replica -> await(
                    node,
                    "CLUSTER NODES",
                    replica.command("CLUSTER MYID") + " 127.0.0.1:" + replica.port() + "@" + (replica.port() + 10_000)
                            + (node == replica ? " myself,slave " : " slave ")));
        });
        return cluster;
    }

    private static void await(TestRedis node, String command, String answer) {
        Awaitility.await()
                .atMost(20, TimeUnit.SECONDS)
                .until(() -> node.command(command).contains(answer));
    }

    /** The bus listens 10 000 above the port: that must be a port, too. */
    private static TestRedis startNode(String... settings) {
        int port = TestRedis.freePort();
        while (port > 55_000) {
            port = TestRedis.freePort();
        }
        try {
            Path nodes = Files.createTempFile("weir-nodes", ".conf");
            Files.delete(nodes);
            nodes.toFile().deleteOnExit();
            return TestRedis.startOn(
                    port,
                    TestRedis.replicating(Stream.concat(
                                    Stream.of("cluster-enabled yes", "cluster-config-file " + nodes),
                                    Arrays.stream(settings))
                            .toArray(String[]::new)));
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The masters, as they were at the start: the first has the lowest slots. */
    public List<TestRedis> masters() {
        return masters;
    }

    /** The replica of each master, in the order of {@link #masters}; none without replicas. */
    public List<TestRedis> replicas() {
        return replicas;
    }

    private Stream<TestRedis> nodes() {
        return Stream.concat(masters.stream(), replicas.stream());
    }

    /**
     * Where it is, as a file of Redisson says it; the first master alone would be nowhere when it is dead, so all are
     * named.
     */
    public String yaml() {
        return nodes().map(node -> "    - \"" + node.url() + "\"\n")
                .collect(Collectors.joining(
                        "",
                        "clusterServersConfig:\n  scanInterval: 1000\n  masterConnectionMinimumIdleSize: 1"
                                + "\n  slaveConnectionMinimumIdleSize: 1\n  nodeAddresses:\n",
                        ""));
    }

    /** A new client of the cluster; the caller shuts it down. */
    public RedissonClient client() {
        Config config = new Config();
        config.useClusterServers()
                .setScanInterval(1000)
                .setMasterConnectionMinimumIdleSize(1)
                .setMasterConnectionPoolSize(16);
        nodes().forEach(node -> config.useClusterServers().addNodeAddress(node.url()));
        return Redisson.create(config);
    }

    @Override
    public void close() {
        nodes().forEach(TestRedis::close);
    }
}
