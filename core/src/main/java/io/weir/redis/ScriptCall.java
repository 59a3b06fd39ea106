package io.weir.redis;

import io.weir.Algorithm;
import io.weir.CalendarBlock;
import io.weir.Charge;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** The keys and arguments of one script call, as the headers of the scripts say. */
final class ScriptCall {

    private final String now;
    private final List<Object> keys = new ArrayList<>();
    private final List<Object> args = new ArrayList<>();

    /** @param now microseconds since the epoch, or empty for the server's clock */
    ScriptCall(String now) {
        this.now = now;
        args.add(now);
    }

    ScriptCall with(Object arg) {
        args.add(arg);
        return this;
    }

    /** Adds a key and the five arguments of its charge. */
    ScriptCall with(Charge charge) {
        keys.add(charge.key());
        args.add(charge.limit().algorithm().word());
        args.add(charge.limit().permits());
        args.add(charge.limit().windowMicros());
        args.add(charge.cost());
        args.add(setting(charge));
        return this;
    }

    ScriptCall with(List<Charge> charges) {
        for (Charge charge : charges) {
            with(charge);
        }
        return this;
    }

    List<Object> keys() {
        return keys;
    }

    List<Object> args() {
        return args;
    }

    private Object setting(Charge charge) {
        Algorithm algorithm = charge.limit().algorithm();
        if (algorithm instanceof Algorithm.SlidingWindowBuckets buckets) {
            return buckets.buckets();
        }
        if (algorithm instanceof Algorithm.Gcra gcra) {
            return gcra.burst() == 0 ? charge.limit().permits() : gcra.burst();
        }
        if (algorithm instanceof Algorithm.FixedWindow fixed && fixed.calendar().isPresent()) {
            return edges(fixed.calendar().get());
        }
        return 0;
    }

    /** By this node's clock, which may be wrong by a whole block: the server's says which of the three counts. */
    private String edges(CalendarBlock calendar) {
        long micros = now.isEmpty()
                ? ChronoUnit.MICROS.between(
                        Instant.EPOCH, InstantSource.system().instant())
                : Long.parseLong(now);
        return Arrays.stream(calendar.edgesAround(micros))
                .mapToObj(Long::toString)
                .collect(Collectors.joining(","));
    }
}
