package io.weir.redis;

import io.netty.util.concurrent.GlobalEventExecutor;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * The one thread that Netty keeps for all clients of a class loader. It tells that a client's own threads have ended, and
 * ends itself when it has had nothing to do for a second; the class loader must not be closed before.
 */
final class NettyThread {

    /** No longer: somebody else may keep it busy. */
    private static final Duration PATIENCE = Duration.ofSeconds(3);

    private NettyThread() {}

    /** Waits for its end, or until this thread is interrupted. Not if its class loader is that of the process, which stays. */
    static void awaitEnd() {
        if (GlobalEventExecutor.class.getClassLoader() == ClassLoader.getSystemClassLoader()) {
            return;
        }
        try {
            boolean ignored = GlobalEventExecutor.INSTANCE.awaitInactivity(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
        } catch (IllegalStateException neverStarted) {
            // then there is nothing to wait for
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
