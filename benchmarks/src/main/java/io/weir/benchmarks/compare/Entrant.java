package io.weir.benchmarks.compare;

import io.weir.Limit;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/**
 * Who takes part in a load.
 *
 * @param name as it stands in tables and ratio lines
 * @param opening makes a subject that remembers nothing
 * @param redisMicros microseconds that Redis spent on it, nothing counted twice
 */
record Entrant(String name, Function<Limit, Subject> opening, ToDoubleFunction<CommandStats> redisMicros) {

    /** Who sends scripts only, or nothing. */
    static Entrant of(String name, Function<Limit, Subject> opening) {
        return new Entrant(name, opening, stats -> stats.scripts().micros());
    }

    Subject open(Limit limit) {
        return opening.apply(limit);
    }
}
