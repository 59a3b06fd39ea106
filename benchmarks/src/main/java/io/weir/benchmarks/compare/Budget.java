package io.weir.benchmarks.compare;

import java.lang.management.ManagementFactory;
import java.time.Duration;

/** Time that may be spent, on a clock that does not step. */
final class Budget {

    private final long end;

    private Budget(long end) {
        this.end = end;
    }

    /** Counted from the start of this JVM. */
    static Budget ofProcess(Duration time) {
        long age = ManagementFactory.getRuntimeMXBean().getUptime();
        return new Budget(System.nanoTime() + time.minusMillis(age).toNanos());
    }

    Duration left() {
        return Duration.ofNanos(Math.max(0, end - System.nanoTime()));
    }

    /** A part of what is left, from now on. */
    Budget part(double share) {
        return new Budget(System.nanoTime() + (long) (left().toNanos() * share));
    }
}
