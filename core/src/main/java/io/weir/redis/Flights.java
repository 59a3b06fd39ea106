package io.weir.redis;

import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;

/**
 * Lets those who come while others are under way leave together: a few flights at a time, each with so many seats, in
 * the order of arrival.
 *
 * <p>Nobody waits in here, and nothing is sent: {@link #arrive} and {@link #land} tell their caller what leaves now. If
 * that is anything, the caller has a flight; it sends what it was given, and calls {@link #land} once when that is over.
 */
final class Flights<T> {

    /*
     * No wake-up is lost. Who finds every flight taken has put its item in the queue before it looked; and who gives a
     * flight up looks at the queue afterwards. Of two such neighbours, one sees the other.
     */

    private final Queue<T> waiting = new ConcurrentLinkedQueue<>();
    private final AtomicInteger flying = new AtomicInteger();
    private final int flights;
    private final int seats;
    private final Predicate<T> gone;

    /**
     * @param flights how many may be under way, 1 and more
     * @param seats how many items leave together, 1 and more
     * @param gone says of an item that waited whether it has been withdrawn, so that it never leaves
     */
    Flights(int flights, int seats, Predicate<T> gone) {
        this.flights = flights;
        this.seats = seats;
        this.gone = gone;
    }

    /** Takes an item in. Returns what its caller sends now; nothing if another's flight will take it. */
    List<T> arrive(T item) {
        if (waiting.isEmpty() && claim()) {
            return List.of(item);
        }
        waiting.add(item);
        return takeOff();
    }

    /** Ends a flight. Returns what its caller sends now, with the next one; nothing if nobody waits. */
    List<T> land() {
        flying.getAndDecrement();
        return takeOff();
    }

    private List<T> takeOff() {
        while (!waiting.isEmpty() && claim()) {
            List<T> boarded = board();
            if (!boarded.isEmpty()) {
                return boarded;
            }
            flying.getAndDecrement();
        }
        return List.of();
    }

    private boolean claim() {
        int now = flying.get();
        while (now < flights) {
            if (flying.compareAndSet(now, now + 1)) {
                return true;
            }
            now = flying.get();
        }
        return false;
    }

    private List<T> board() {
        List<T> boarded = new ArrayList<>();
        while (boarded.size() < seats) {
            T next = waiting.poll();
            if (next == null) {
                break;
            }
            if (!gone.test(next)) {
                boarded.add(next);
            }
        }
        return boarded;
    }
}
