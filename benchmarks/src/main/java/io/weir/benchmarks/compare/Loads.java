package io.weir.benchmarks.compare;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What {@code compare} runs: a choice of threads, limits, networks and mixes that shows each of them once. */
final class Loads {

    /** The one whose figures are quoted first. */
    static final Load MAIN = Load.of("admitted-64", 64, 10_000, 100);

    /** One thread: nothing can be gathered. */
    static final Load ALONE = Load.of("admitted-1", 1, 10_000, 100);

    /** Nothing but refusals. */
    static final Load DENIED = Load.of("denied-64", 64, 1, 100).withHot(100);

    /** Over Redis, each with its weight: how much of the time it gets, and 1 for those that nothing is claimed about. */
    static final Map<Load, Integer> OVER_REDIS = weighted();

    static final String BYTES_100 = "bytes-100";
    static final String BYTES_10000 = "bytes-10000";
    static final String BUCKETS_10000 = "buckets-10000";

    /** Over HTTP: a client over its limit, and many with room. */
    static final Load HTTP_DENIED = Load.of("http-denied", 16, 1, 100).withHot(100);

    static final Load HTTP_LOCAL = Load.of("http-local", 16, 1000, 100);

    private Loads() {}

    private static Map<Load, Integer> weighted() {
        Map<Load, Integer> loads = new LinkedHashMap<>();
        loads.put(ALONE, 2);
        loads.put(Load.of("admitted-16", 16, 10_000, 100), 1);
        loads.put(MAIN, 4);
        loads.put(Load.of("admitted-200", 200, 10_000, 100), 1);
        loads.put(DENIED, 2);
        loads.put(Load.of("mixed-64", 64, 10_000, 100).withHot(10), 1);
        loads.put(Load.of("limit-10000-64", 64, 20, 10_000), 1);
        loads.put(Load.of("rtt0.5ms-200", 200, 10_000, 100).over(Duration.ofNanos(500_000)), 1);
        loads.put(Load.of("rtt2ms-200", 200, 10_000, 100).over(Duration.ofMillis(2)), 3);
        return loads;
    }

    /** What {@code --only} may name. */
    static Set<String> names() {
        return Stream.concat(
                        OVER_REDIS.keySet().stream().map(Load::name),
                        List.of(BYTES_100, BYTES_10000, BUCKETS_10000, HTTP_DENIED.name(), HTTP_LOCAL.name()).stream())
                .collect(Collectors.toSet());
    }
}
