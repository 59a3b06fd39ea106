package io.weir.benchmarks.compare;

import java.time.Duration;
import java.util.List;
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

    /** A network. */
    static final Load DISTANT = Load.of("rtt2ms-200", 200, 10_000, 100).over(Duration.ofMillis(2));

    /** Those that nothing is claimed about. */
    static final List<Load> OTHERS = List.of(
            Load.of("admitted-16", 16, 10_000, 100),
            Load.of("admitted-200", 200, 10_000, 100),
            Load.of("mixed-64", 64, 10_000, 100).withHot(10),
            Load.of("limit-10000-64", 64, 20, 10_000),
            Load.of("rtt0.5ms-200", 200, 10_000, 100).over(Duration.ofNanos(500_000)));

    static final String BYTES_100 = "bytes-100";
    static final String BYTES_10000 = "bytes-10000";
    static final String BUCKETS_10000 = "buckets-10000";

    /** Over HTTP: a client over its limit, and many with room. */
    static final Load HTTP_DENIED = Load.of("http-denied", 16, 1, 100).withHot(100);

    static final Load HTTP_LOCAL = Load.of("http-local", 16, 1000, 100);

    private Loads() {}

    /** What {@code --only} may name. */
    static Set<String> names() {
        Stream<Load> loads =
                Stream.concat(OTHERS.stream(), Stream.of(MAIN, ALONE, DENIED, DISTANT, HTTP_DENIED, HTTP_LOCAL));
        return Stream.concat(loads.map(Load::name), Stream.of(BYTES_100, BYTES_10000, BUCKETS_10000))
                .collect(Collectors.toSet());
    }
}
