package io.weir.redis;

import org.redisson.api.RedissonClient;
import org.redisson.client.codec.StringCodec;

/** What {@code lua/sliding_window_log.lua} stored, by its header. */
final class StoredLog {

    private static final long FOOTER = 29;
    private static final long ENTRY = 8;

    private StoredLog() {}

    /** How many permits a log holds, of which none has left. */
    static long permits(RedissonClient client, String key) {
        long bytes = client.getBucket(key, StringCodec.INSTANCE).size();
        return bytes == 0 ? 0 : (bytes - FOOTER) / ENTRY;
    }
}
