package io.weir.benchmarks.compare;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/** A thread that asks a subject again and again, until it is told to stop. */
final class Asker extends Thread {

    /** What all askers of one slice share. */
    static final class Bell {

        /** Nobody asks before it is open: starting threads is not disturbed by those that have started. */
        final CountDownLatch open = new CountDownLatch(1);

        volatile boolean counting;
        volatile boolean stopped;

        /** Decisions, counted or not. */
        final LongAdder decisions = new LongAdder();
    }

    private final Subject subject;
    private final IntSupplier requests;
    private final Bell bell;

    // Read by others after the thread has ended.
    private final Histogram latencies = new Histogram();
    private long admitted;
    private long errors;
    private @Nullable Exception firstError;

    Asker(Subject subject, IntSupplier requests, Bell bell, int number) {
        super("asker-" + number);
        setDaemon(true);
        this.subject = subject;
        this.requests = requests;
        this.bell = bell;
    }

    @Override
    public void run() {
        try {
            bell.open.await();
        } catch (InterruptedException e) {
            return;
        }
        while (!bell.stopped) {
            int client = requests.getAsInt();
            long began = System.nanoTime();
            try {
                boolean admits = subject.acquire(client);
                long took = System.nanoTime() - began;
                bell.decisions.increment();
                if (bell.counting) {
                    latencies.add(took);
                    admitted += admits ? 1 : 0;
                }
            } catch (Exception e) {
                errors++;
                firstError = firstError == null ? e : firstError;
            }
        }
    }

    Histogram latencies() {
        return latencies;
    }

    long admitted() {
        return admitted;
    }

    long errors() {
        return errors;
    }

    @Nullable
    Exception firstError() {
        return firstError;
    }
}
