package io.weir.testing;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;
import redis.embedded.RedisSentinel;

/** A master and its replica, watched by three Sentinels, all on loopback and started by a test. */
public final class TestSentinel implements AutoCloseable {

    private static final String NAME = "weir";
    private static final int SENTINELS = 3;

    private final TestReplicated redis = TestReplicated.start();
    private final List<RedisSentinel> sentinels = new ArrayList<>();

    private final Map<Integer, TestRedis> revived = new HashMap<>();

    private TestSentinel() {}

    /** Starts all, and waits until each Sentinel knows the replica and its peers. A dead master is replaced in seconds. */
    public static TestSentinel start() {
        TestSentinel all = new TestSentinel();
        for (int i = 0; i < SENTINELS; i++) {
            all.sentinels.add(startSentinel(all.master().port()));
        }
        for (RedisSentinel sentinel : all.sentinels) {
            int port = sentinel.ports().get(0);
            Awaitility.await()
                    .atMost(30, TimeUnit.SECONDS)
                    .until(() -> Resp.command(port, "INFO sentinel").contains("slaves=1,sentinels=" + SENTINELS));
        }
        return all;
    }

    private static RedisSentinel startSentinel(int masterPort) {
        try {
            return startSentinel(masterPort, null);
        } catch (IOException | RuntimeException embedded) {
            try {
                return startSentinel(masterPort, TestRedis.onPath());
            } catch (IOException | RuntimeException installed) {
                throw new IllegalStateException(
                        "no sentinel starts: tried the redis-server of embedded-redis (" + embedded.getMessage()
                                + ") and the one on the PATH (" + installed.getMessage() + ")",
                        embedded);
            }
        }
    }

    private static RedisSentinel startSentinel(int masterPort, Path executable) throws IOException {
        var builder = RedisSentinel.newRedisSentinel()
                .bind("127.0.0.1")
                .port(TestRedis.freePort())
                .masterName(NAME)
                .masterPort(masterPort)
                .quorumSize(2)
                .downAfterMilliseconds(1000)
                .failOverTimeout(3000)
                .parallelSyncs(1);
        if (executable != null) {
            builder.executableProvider(executable::toFile);
        }
        RedisSentinel sentinel = builder.build();
        sentinel.start();
        return sentinel;
    }

    /** The master, as it was at the start. */
    public TestRedis master() {
        return redis.master();
    }

    /** The replica, as it was at the start. */
    public TestRedis replica() {
        return redis.replica();
    }

    /** The port of the master now, as the Sentinels tell. */
    public int masterPort() {
        return Integer.parseInt(ask("SENTINEL get-master-addr-by-name " + NAME)
                .lines()
                .reduce((one, next) -> next)
                .orElseThrow()
                .strip());
    }

    /** Makes the replica the master, as somebody does who wants to restart a machine; throws unless it begins. */
    public void failOver() {
        String answer = ask("SENTINEL FAILOVER " + NAME);
        if (!answer.contains("OK")) {
            throw new IllegalStateException(answer);
        }
    }

    /** The server on a port, which is one of the two, however often they were started anew. */
    public TestRedis on(int port) {
        TestRedis first = master().port() == port ? master() : replica();
        return revived.getOrDefault(port, first);
    }

    /** Kills the master (SIGKILL), waits for the other one to take its place, and starts the dead one as its replica. */
    public void killMaster() {
        int dead = masterPort();
        on(dead).kill();
        Awaitility.await().atMost(20, TimeUnit.SECONDS).until(() -> masterPort() != dead);
        revived.put(dead, TestRedis.startOn(dead, TestRedis.replicating("replicaof 127.0.0.1 " + masterPort())));
    }

    private String ask(String command) {
        return Resp.command(sentinels.get(0).ports().get(0), command);
    }

    /** Where it is, as a file of Redisson says it. */
    public String yaml() {
        return sentinels.stream()
                .map(sentinel -> "    - \"redis://127.0.0.1:" + sentinel.ports().get(0) + "\"\n")
                .collect(Collectors.joining(
                        "",
                        "sentinelServersConfig:\n  masterName: " + NAME
                                + "\n  masterConnectionMinimumIdleSize: 1\n  slaveConnectionMinimumIdleSize: 1"
                                + "\n  sentinelAddresses:\n",
                        ""));
    }

    @Override
    public void close() {
        for (RedisSentinel sentinel : sentinels) {
            try {
                sentinel.stop();
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
        }
        revived.values().forEach(TestRedis::close);
        redis.close();
    }
}
