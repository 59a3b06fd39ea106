package io.weir.benchmarks.compare;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/** Requests that are not measured, but leave something behind. */
final class Filling {

    private static final int THREADS = 32;

    private Filling() {}

    /** One client, one request after the other, until it is refused, or has made so many. */
    static void untilRefused(Subject subject, int client, long most) {
        for (long i = 0; i < most; i++) {
            if (!admits(subject, client)) {
                return;
            }
        }
    }

    /** So many requests, from all clients in turn, by several threads. */
    static void evenly(Subject subject, int clients, long requests) {
        AtomicLong next = new AtomicLong();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < Math.min(THREADS, requests); i++) {
            Thread thread = new Thread(
                    () -> {
                        for (long request = next.getAndIncrement();
                                request < requests;
                                request = next.getAndIncrement()) {
                            boolean ignored = admits(subject, (int) (request % clients));
                        }
                    },
                    "filler-" + i);
            thread.setDaemon(true);
            thread.start();
            threads.add(thread);
        }
        try {
            for (Thread thread : threads) {
                thread.join();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private static boolean admits(Subject subject, int client) {
        try {
            return subject.acquire(client);
        } catch (Exception e) {
            throw new IllegalStateException("cannot fill", e);
        }
    }
}
