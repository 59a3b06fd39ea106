package io.weir.redis;

import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** A request that {@code acquire.lua} decides, and what that replies. To cancel it withdraws it, if that is still possible. */
final class Call extends CompletableFuture<Object> {

    private final Set<String> algorithms;
    private final ScriptCall request;
    private final long arrived = System.nanoTime();
    private volatile @Nullable Runnable withdrawal;

    /**
     * @param algorithms of its charges
     * @param request at Redis's own time
     */
    Call(Set<String> algorithms, ScriptCall request) {
        this.algorithms = algorithms;
        this.request = request;
    }

    Set<String> algorithms() {
        return algorithms;
    }

    List<Object> keys() {
        return request.keys();
    }

    List<Object> args() {
        return request.args();
    }

    /** {@link System#nanoTime()} when it came. */
    long arrived() {
        return arrived;
    }

    /** Does this if the caller gives up. */
    void withdrawnBy(Runnable action) {
        withdrawal = action;
        if (isCancelled()) {
            action.run();
        }
    }

    void end(@Nullable Object value, @Nullable Throwable error) {
        if (error == null) {
            complete(value);
        } else {
            completeExceptionally(error);
        }
    }

    @Override
    public boolean cancel(boolean mayInterruptIfRunning) {
        boolean cancelled = super.cancel(mayInterruptIfRunning);
        Runnable action = withdrawal;
        if (cancelled && action != null) {
            action.run();
        }
        return cancelled;
    }
}
