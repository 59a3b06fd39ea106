package io.weir.redis;

import org.jspecify.annotations.Nullable;
import org.redisson.Redisson;
import org.redisson.api.RedissonClient;
import org.redisson.connection.ConnectionManager;
import org.redisson.connection.MasterSlaveEntry;

/** Says which server a key is sent to. */
@FunctionalInterface
interface Shards {

    /** What stands for the server, equal for keys of the same; null if nobody knows. */
    @Nullable
    Object of(String key);

    /** The masters of a cluster as Redisson knows them at the moment, by address; of others, the one there is. */
    static Shards of(RedissonClient client) {
        if (!client.getConfig().isClusterConfig()) {
            return key -> "master";
        }
        if (!(client instanceof Redisson redisson)) {
            return key -> null;
        }
        ConnectionManager masters = redisson.getCommandExecutor().getConnectionManager();
        return key -> {
            MasterSlaveEntry master = masters.getWriteEntry(masters.calcSlot(key));
            return master == null ? null : master.getClient().getAddr();
        };
    }
}
