package io.weir.benchmarks.compare;

import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * What one subject did under one load.
 *
 * @param decisionsPerSecond without those that failed
 * @param admitted the share of decisions that admitted, 0 to 1
 * @param p50 nanoseconds of a decision
 * @param p99 likewise
 * @param redisMicros microseconds of Redis per decision
 * @param redisCalls all that Redis was asked meanwhile, commands in scripts included
 * @param allocated bytes per decision, on the heap, by all threads of this JVM
 * @param errors calls that threw
 */
record Figures(
        double decisionsPerSecond,
        double admitted,
        double p50,
        double p99,
        double redisMicros,
        double redisCalls,
        double allocated,
        double errors) {

    static final Figures NONE = new Figures(0, 0, 0, 0, 0, 0, 0, 0);

    /** The median of each figure by itself; of errors the sum. */
    static Figures median(List<Figures> rounds) {
        return new Figures(
                median(rounds, Figures::decisionsPerSecond),
                median(rounds, Figures::admitted),
                median(rounds, Figures::p50),
                median(rounds, Figures::p99),
                median(rounds, Figures::redisMicros),
                median(rounds, Figures::redisCalls),
                median(rounds, Figures::allocated),
                rounds.stream().mapToDouble(Figures::errors).sum());
    }

    static <T> double median(List<T> values, ToDoubleFunction<T> of) {
        double[] sorted = values.stream().mapToDouble(of).sorted().toArray();
        int middle = sorted.length / 2;
        if (sorted.length == 0) {
            return Double.NaN;
        }
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }
}
