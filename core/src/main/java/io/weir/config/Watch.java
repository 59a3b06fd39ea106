package io.weir.config;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Looks again and again, on a daemon thread of its own, until it is closed. */
final class Watch implements AutoCloseable {

    /** How long to wait for a look that is under way. */
    private static final Duration PATIENCE = Duration.ofSeconds(2);

    private final CountDownLatch closed = new CountDownLatch(1);
    private final String name;
    private volatile @Nullable Thread thread;

    /** @param name of the thread */
    Watch(String name) {
        this.name = name;
    }

    /**
     * Begins.
     *
     * @param first how long to wait before the first look
     * @param look looks, and says how long to wait before the next one; empty for the end
     */
    void start(Duration first, Supplier<Optional<Duration>> look) {
        Thread started = new Thread(() -> run(first, look), name);
        started.setDaemon(true);
        started.start();
        thread = started;
    }

    private void run(Duration first, Supplier<Optional<Duration>> look) {
        try {
            Optional<Duration> pause = Optional.of(first);
            while (pause.isPresent() && !closed.await(pause.get().toNanos(), TimeUnit.NANOSECONDS)) {
                pause = look.get();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // whoever interrupts wants the end
        }
    }

    /** Ends the thread; never by interrupting it, which might close a file under the container. */
    @Override
    public void close() {
        closed.countDown();
        Thread running = thread;
        if (running != null) {
            try {
                running.join(PATIENCE.toMillis());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
