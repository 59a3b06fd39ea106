package io.weir.benchmarks.compare;

/**
 * Counts nanoseconds in steps of 3 percent: allocates nothing while it counts, so that what is allocated is the subject's.
 * For one thread.
 */
final class Histogram {

    /** Steps within a power of two. */
    private static final int STEPS = 32;

    private static final int STEP_BITS = 5;

    private final long[] counts = new long[(Long.SIZE - STEP_BITS) * STEPS];
    private long total;

    void add(long nanos) {
        counts[index(nanos)]++;
        total++;
    }

    void add(Histogram other) {
        for (int i = 0; i < counts.length; i++) {
            counts[i] += other.counts[i];
        }
        total += other.total;
    }

    long total() {
        return total;
    }

    /** The value that this share of all values does not exceed, 0 if there is none. */
    double percentile(double share) {
        long rank = (long) Math.ceil(share * total);
        long seen = 0;
        for (int i = 0; i < counts.length; i++) {
            seen += counts[i];
            if (seen >= rank && seen > 0) {
                return middle(i);
            }
        }
        return 0;
    }

    private static int index(long nanos) {
        if (nanos < STEPS) {
            return (int) Math.max(0, nanos);
        }
        int power = Long.SIZE - 1 - Long.numberOfLeadingZeros(nanos) - STEP_BITS;
        return (power + 1) * STEPS + (int) (nanos >>> power) - STEPS;
    }

    private static double middle(int index) {
        if (index < STEPS) {
            return index;
        }
        int power = index / STEPS - 1;
        return Math.scalb(index % STEPS + STEPS + 0.5, power);
    }
}
