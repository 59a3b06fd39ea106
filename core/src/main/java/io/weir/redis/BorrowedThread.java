package io.weir.redis;

import io.netty.util.concurrent.FastThreadLocal;
import java.util.function.Supplier;

/**
 * A thread that belongs to somebody else, and on which nothing may stay.
 *
 * <p>Netty keeps what it caches for a thread in one {@code ThreadLocal} of its own, and removes it at the end of its own
 * threads only ({@code io.netty.util.internal.InternalThreadLocalMap} of 4.2). The threads of a servlet container do not end
 * with an application: each that had ever asked Redis would hold the class loader of the application for good.
 */
final class BorrowedThread {

    private BorrowedThread() {}

    /** Calls Redisson. Whatever Netty has on this thread already is somebody else's, and stays. */
    static <T> T use(Supplier<T> call) {
        boolean untouched = FastThreadLocal.size() == 0;
        try {
            return call.get();
        } finally {
            if (untouched) {
                FastThreadLocal.removeAll();
            }
        }
    }
}
