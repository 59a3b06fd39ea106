package io.weir.http;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * Counts requests that lack something which a configuration takes for granted, until one has it, or there are enough of
 * them to say so, once.
 */
final class FirstHundred {

    private static final int ENOUGH = 100;
    private static final int SETTLED = ENOUGH + 1;

    private final AtomicInteger lacking = new AtomicInteger();

    /** A request lacks it; whether this one makes it enough. */
    boolean lacks() {
        return lacking.get() < ENOUGH && lacking.incrementAndGet() == ENOUGH;
    }

    /** A request has it: there is nothing to say, ever. */
    void has() {
        if (lacking.get() < ENOUGH) {
            lacking.set(SETTLED);
        }
    }
}
