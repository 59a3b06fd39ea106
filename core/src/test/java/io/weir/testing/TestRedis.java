package io.weir.testing;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.redisson.Redisson;
import org.redisson.api.RedissonClient;
import org.redisson.client.codec.StringCodec;
import org.redisson.config.Config;
import redis.embedded.RedisServer;

/**
 * A real redis-server that a test started, on loopback, on a port that was free: the binary that embedded-redis ships,
 * or, where that cannot start, the one on the PATH.
 */
public final class TestRedis implements AutoCloseable {

    private static final class Shared {
        static final TestRedis INSTANCE = startShared();

        private static TestRedis startShared() {
            TestRedis redis = TestRedis.start();
            Runtime.getRuntime().addShutdownHook(new Thread(redis::close));
            return redis;
        }
    }

    private final RedisServer server;
    private final int port;
    private final long pid;

    private TestRedis(RedisServer server, int port) {
        this.server = server;
        this.port = port;
        pid = askPid(port);
    }

    /** The server that all tests of this JVM share; tests keep apart by key, and nobody flushes it. */
    public static TestRedis shared() {
        return Shared.INSTANCE;
    }

    /** A server of one's own, to be stopped, paused or flushed; the caller closes it. */
    public static TestRedis start() {
        return startOn(freePort());
    }

    /** As {@link #start()}, on a given port, to come back where another was stopped; with lines of redis.conf. */
    public static TestRedis startOn(int port, String... settings) {
        try {
            return new TestRedis(start(port, null, settings), port);
        } catch (IOException | RuntimeException embedded) {
            try {
                return new TestRedis(start(port, onPath(), settings), port);
            } catch (IOException | RuntimeException installed) {
                throw new IllegalStateException(
                        "no redis-server starts: tried the one of embedded-redis (" + embedded.getMessage()
                                + ") and the one on the PATH (" + installed.getMessage() + ")",
                        embedded);
            }
        }
    }

    /** A server of one's own that follows another; returns when it has all that the other has. */
    static TestRedis replicaOf(TestRedis master) {
        TestRedis replica = startOn(freePort(), replicating("replicaof 127.0.0.1 " + master.port));
        replica.awaitReplication();
        return replica;
    }

    /** Settings of servers that replicate: at once, and each in a folder of its own, where a copy passes through. */
    static String[] replicating(String... settings) {
        try {
            Path folder = Files.createTempDirectory("weir-redis");
            folder.toFile().deleteOnExit();
            List<String> all = new ArrayList<>(List.of(settings));
            all.add("dir " + folder);
            all.add("repl-diskless-sync yes");
            all.add("repl-diskless-sync-delay 0");
            all.add("repl-diskless-load swapdb");
            return all.toArray(String[]::new);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Returns when this replica has all that its master has. */
    void awaitReplication() {
        Awaitility.await()
                .atMost(20, TimeUnit.SECONDS)
                .until(() -> command("INFO replication").contains("master_link_status:up"));
    }

    private static RedisServer start(int port, Path executable, String... settings) throws IOException {
        var builder = RedisServer.newRedisServer()
                .port(port)
                .bind("127.0.0.1")
                .setting("save \"\"")
                .setting("appendonly no");
        for (String setting : settings) {
            builder.setting(setting);
        }
        if (executable != null) {
            builder.executableProvider(() -> executable.toFile());
        }
        RedisServer server = builder.build();
        server.start();
        return server;
    }

    static Path onPath() throws IOException {
        for (String folder : System.getenv("PATH").split(":", -1)) {
            Path candidate = Path.of(folder, "redis-server");
            if (Files.isExecutable(candidate)) {
                return candidate;
            }
        }
        throw new IOException("none found");
    }

    /** A port that nobody listens on. */
    public static int freePort() {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The port on loopback. */
    public int port() {
        return port;
    }

    /** The address, as a configuration names it. */
    public String url() {
        return "redis://127.0.0.1:" + port;
    }

    /** Stops the process in its tracks (SIGSTOP): connections stay open, nothing answers. */
    public void pause() {
        signal("STOP");
    }

    /** Lets a paused process go on (SIGCONT): it reads what was sent to it meanwhile. */
    public void resume() {
        signal("CONT");
    }

    /** Ends the process without warning (SIGKILL), as a machine that loses its power. */
    public void kill() {
        signal("KILL");
    }

    private void signal(String name) {
        try {
            int status = new ProcessBuilder("kill", "-" + name, Long.toString(pid))
                    .inheritIO()
                    .start()
                    .waitFor();
            if (status != 0) {
                throw new IllegalStateException("kill -" + name + " " + pid + " ended with " + status);
            }
        } catch (IOException e) {
            throw new IllegalStateException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** Asks the server itself: nobody else's process is ever signalled. */
    private static long askPid(int port) {
        return Resp.command(port, "INFO server")
                .lines()
                .filter(line -> line.startsWith("process_id:"))
                .map(line -> Long.parseLong(line.substring("process_id:".length())))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("port " + port + " does not tell its process id"));
    }

    /**
     * Sends an inline command.
     *
     * @return the answer as text, the elements of an array one a line
     * @throws IllegalStateException if the server says that it is an error
     */
    public String command(String command) {
        return Resp.command(port, command);
    }

    /** How many connections it has, the one that asks included. */
    public int connections() {
        return Integer.parseInt(command("INFO clients").replaceAll("(?s).*connected_clients:(\\d+).*", "$1"));
    }

    /** A new client; the caller shuts it down. */
    public RedissonClient client() {
        Config config = new Config();
        config.setCodec(StringCodec.INSTANCE);
        config.useSingleServer()
                .setAddress(url())
                .setConnectionMinimumIdleSize(1)
                .setConnectionPoolSize(32)
                .setDnsMonitoringInterval(-1);
        return Redisson.create(config);
    }

    /** Stops it, also if it is paused: then it could not end. */
    @Override
    public void close() {
        if (ProcessHandle.of(pid).isPresent()) {
            resume();
        }
        try {
            server.stop();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }
}
