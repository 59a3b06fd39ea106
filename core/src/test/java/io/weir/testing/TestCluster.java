package io.weir.testing;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.redisson.Redisson;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;

/** A Redis cluster of three masters on loopback, without replicas, that a test started. */
public final class TestCluster implements AutoCloseable {

    private static final int SLOTS = 16_384;

    private final List<TestRedis> masters = new ArrayList<>();

    private TestCluster() {}

    /** Starts it and waits until every slot is served. */
    public static TestCluster start() {
        TestCluster cluster = new TestCluster();
        for (int i = 0; i < 3; i++) {
            cluster.masters.add(startMaster());
        }
        for (int i = 0; i < 3; i++) {
            int port = cluster.masters.get(i).port();
            String slots = IntStream.range(SLOTS * i / 3, SLOTS * (i + 1) / 3)
                    .mapToObj(Integer::toString)
                    .collect(Collectors.joining(" "));
            command(port, "CLUSTER ADDSLOTS " + slots);
            command(port, "CLUSTER MEET 127.0.0.1 " + cluster.masters.get(0).port());
        }
        for (TestRedis master : cluster.masters) {
            Awaitility.await()
                    .until(() -> command(master.port(), "CLUSTER INFO").contains("cluster_state:ok"));
        }
        return cluster;
    }

    /** The bus listens 10 000 above the port: that must be a port, too. */
    private static TestRedis startMaster() {
        int port = TestRedis.freePort();
        while (port > 55_000) {
            port = TestRedis.freePort();
        }
        try {
            Path nodes = Files.createTempFile("weir-nodes", ".conf");
            Files.delete(nodes);
            nodes.toFile().deleteOnExit();
            return TestRedis.startOn(port, "cluster-enabled yes", "cluster-config-file " + nodes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Sends an inline command and returns the answer up to its first empty line or end. */
    private static String command(int port, String command) {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.getOutputStream().write((command + "\r\nQUIT\r\n").getBytes(StandardCharsets.US_ASCII));
            BufferedReader lines =
                    new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII));
            String answer = lines.lines().collect(Collectors.joining("\n"));
            if (answer.startsWith("-")) {
                throw new IllegalStateException(command + ": " + answer);
            }
            return answer;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The masters. */
    public List<TestRedis> masters() {
        return masters;
    }

    /** A new client of the cluster; the caller shuts it down. */
    public RedissonClient client() {
        Config config = new Config();
        config.useClusterServers()
                .addNodeAddress(masters.get(0).url())
                .setMasterConnectionMinimumIdleSize(1)
                .setMasterConnectionPoolSize(16);
        return Redisson.create(config);
    }

    @Override
    public void close() {
        masters.forEach(TestRedis::close);
    }
}
