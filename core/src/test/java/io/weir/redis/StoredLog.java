package io.weir.redis;

import java.nio.ByteBuffer;
import org.redisson.api.RedissonClient;
import org.redisson.client.codec.ByteArrayCodec;

/** What {@code lua/sliding_window_log.lua} stored, by its header. */
final class StoredLog {

    private static final int FOOTER = 33;
    private static final int MICROSECONDS = 7;
    private static final int ENTRY = 8;

    private StoredLog() {}

    /** How many permits a log of so many bytes holds, of which none has left and none was refunded. */
    static long permits(long bytes) {
        return bytes == 0 ? 0 : (bytes - FOOTER) / ENTRY;
    }

    /** How many permits a log holds that had not left when it was written. */
    static long permits(RedissonClient client, String key) {
        byte[] stored = client.<byte[]>getBucket(key, ByteArrayCodec.INSTANCE).get();
        if (stored == null) {
            return 0;
        }
        ByteBuffer numbers = ByteBuffer.wrap(stored).position(stored.length - FOOTER + 2 * MICROSECONDS);
        long head = numbers.getInt();
        long count = numbers.getInt();
        return count - head;
    }
}
