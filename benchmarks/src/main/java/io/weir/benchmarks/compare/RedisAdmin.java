package io.weir.benchmarks.compare;

import io.lettuce.core.RedisClient;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.sync.RedisCommands;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.output.IntegerOutput;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.CommandType;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The benchmark's own connection, past any proxy: empties the database, and asks what things cost. */
final class RedisAdmin implements AutoCloseable {

    private static final Pattern VERSION = Pattern.compile("redis_version:(\\S+)");

    private final RedisClient client;
    private final RedisCommands<String, String> commands;

    RedisAdmin(Endpoint endpoint) {
        client = RedisClient.create(endpoint.uri());
        StatefulRedisConnection<String, String> connection = client.connect();
        commands = connection.sync();
    }

    /**
     * Refuses a database that somebody uses: it would be emptied.
     *
     * @throws IllegalArgumentException if there is a key
     */
    void requireEmpty() {
        long keys = commands.dbsize();
        if (keys > 0) {
            throw new IllegalArgumentException("the database of --redis holds " + keys
                    + " keys; allowed: an empty one, for the benchmark empties it again and again");
        }
    }

    void flush() {
        commands.flushdb();
    }

    CommandStats stats() {
        return CommandStats.parse(commands.info("commandstats"));
    }

    String version() {
        Matcher matcher = VERSION.matcher(commands.info("server"));
        return matcher.find() ? matcher.group(1) : "unknown";
    }

    /** Bytes of all of these keys, every element looked at ({@code SAMPLES 0}); those that do not exist count nothing. */
    long bytes(List<String> keys) {
        long bytes = 0;
        for (String key : keys) {
            Long usage = commands.dispatch(
                    CommandType.MEMORY,
                    new IntegerOutput<>(StringCodec.UTF8),
                    new CommandArgs<>(StringCodec.UTF8)
                            .add("USAGE")
                            .addKey(key)
                            .add("SAMPLES")
                            .add(0));
            bytes += usage == null ? 0 : usage;
        }
        return bytes;
    }

    /** Fields of a hash; 0 if there is none. */
    long fields(String key) {
        return commands.hlen(key);
    }

    @Override
    public void close() {
        client.close();
    }
}
