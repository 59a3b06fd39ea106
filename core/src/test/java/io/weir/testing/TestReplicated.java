package io.weir.testing;

/** A master and its replica on loopback, that a test started. */
public final class TestReplicated implements AutoCloseable {

    private final TestRedis master = TestRedis.startOn(TestRedis.freePort(), TestRedis.replicating());
    private final TestRedis replica = TestRedis.replicaOf(master);

    private TestReplicated() {}

    /** Starts both; the caller closes them. */
    public static TestReplicated start() {
        return new TestReplicated();
    }

    /** The master. */
    public TestRedis master() {
        return master;
    }

    /** The replica. */
    public TestRedis replica() {
        return replica;
    }

    /** Where it is, as a file of Redisson says it. */
    public String yaml() {
        return """
                replicatedServersConfig:
                  masterConnectionMinimumIdleSize: 1
                  slaveConnectionMinimumIdleSize: 1
                  nodeAddresses:
                    - "%s"
                    - "%s"
                """.formatted(replica.url(), master.url());
    }

    @Override
    public void close() {
        replica.close();
        master.close();
    }
}
