package io.weir.benchmarks.compare;

import io.lettuce.core.RedisFuture;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.api.async.RedisAsyncCommands;
import io.weir.Limit;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The classic script on one connection of Lettuce's, which writes what many threads send without waiting for replies. */
final class PipelinedSubject implements Subject {

    private final RedisAsyncCommands<String, String> commands;
    private final String digest;
    private final Limit limit;

    PipelinedSubject(Connections connections, Limit limit) {
        this.commands = connections.strings().async();
        this.digest = connections.strings().sync().scriptLoad(ClassicScript.text());
        this.limit = limit;
    }

    @Override
    public boolean acquire(int client) throws Exception {
        RedisFuture<Long> admitted = commands.evalsha(
                digest,
                ScriptOutputType.INTEGER,
                new String[] {ClassicScript.key(client)},
                ClassicScript.arguments(limit));
        return admitted.get(Connections.TIMEOUT.toMillis(), TimeUnit.MILLISECONDS) == 1;
    }

    @Override
    public List<String> keys(int client) {
        return ClassicScript.keys(client);
    }
}
