package io.weir.benchmarks;

import io.weir.Charge;
import io.weir.Limit;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;

/** Clients that call in turn, each on a budget of 100 per second. */
final class Clients {

    private static final Limit LIMIT = Limit.of(100, Duration.ofSeconds(1)).named("smoke");

    private final List<List<Charge>> charges = IntStream.range(0, 10_000)
            .mapToObj(client -> List.of(Charge.of(LIMIT, "weir:benchmarks:2:{ip=" + client + "}:smoke:smoke:log")))
            .toList();
    private int next;

    /** What the next client asks for. */
    List<Charge> next() {
        next = (next + 1) % charges.size();
        return charges.get(next);
    }
}
