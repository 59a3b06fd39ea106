package io.weir.redis;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.LongAdder;

/** What Redis was asked to decide so far, and how long that took. Numbers only grow. */
public final class RedisCalls {

    private final LongAdder answered = new LongAdder();
    private final LongAdder answeredNanos = new LongAdder();
    private final LongAdder failed = new LongAdder();
    private final LongAdder failedNanos = new LongAdder();
    private final LongAdder sent = new LongAdder();
    private final LongAdder decisions = new LongAdder();
    private final List<RedisListener> listeners = new CopyOnWriteArrayList<>();

    RedisCalls() {}

    /** How many calls were answered. */
    public long answered() {
        return answered.sum();
    }

    /** How long all of these took together. */
    public Duration answeredTime() {
        return Duration.ofNanos(answeredNanos.sum());
    }

    /** How many calls failed. */
    public long failed() {
        return failed.sum();
    }

    /** How long all of these took together. */
    public Duration failedTime() {
        return Duration.ofNanos(failedNanos.sum());
    }

    /** How many round trips began. */
    public long sent() {
        return sent.sum();
    }

    /** How many decisions all of these asked for together. */
    public long sentDecisions() {
        return decisions.sum();
    }

    /** Tells a listener of every call from now on, until it {@link #leave leaves}. */
    public void listen(RedisListener listener) {
        listeners.add(listener);
    }

    /** Tells a listener no more. */
    public void leave(RedisListener listener) {
        listeners.remove(listener);
    }

    /**
     * Notes how long a call takes. To cancel what it returns does not cancel the call.
     *
     * @param asked when it began, by {@link System#nanoTime}
     */
    <T> CompletableFuture<T> timed(CompletableFuture<T> call, long asked) {
        return call.whenComplete((value, error) -> ended(System.nanoTime() - asked, error == null));
    }

    private void ended(long nanos, boolean hasAnswer) {
        if (hasAnswer) {
            answered.increment();
            answeredNanos.add(nanos);
            listeners.forEach(listener -> listener.answered(nanos));
        } else {
            failed.increment();
            failedNanos.add(nanos);
            listeners.forEach(listener -> listener.failed(nanos));
        }
    }

    /** Notes that a round trip begins. */
    void sent(int howMany) {
        sent.increment();
        decisions.add(howMany);
        listeners.forEach(listener -> listener.sent(howMany));
    }
}
