package io.weir.docs;

import io.weir.Algorithm;
import io.weir.Charge;
import io.weir.Decision;
import io.weir.Limit;
import io.weir.local.LocalRateLimiter;
import io.weir.testing.ManualClock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * The boundary burst: of a limit of 100 per minute, 100 requests in the last ten seconds of a minute and 100 in the first
 * ten of the next, one every 100 ms.
 */
final class BoundaryBurst {

    static final Limit LIMIT = Limit.of(100, Duration.ofMinutes(1));
    static final Instant EDGE = Instant.parse("2025-01-15T12:01:00Z");
    static final Duration LENGTH = Duration.ofSeconds(10);

    private static final Duration STEP = Duration.ofMillis(100);

    /** What a request was told; the wait is zero if it was admitted. */
    record Answer(Instant at, boolean admitted, Duration retryAfter) {}

    private final List<Answer> answers = new ArrayList<>();

    /** Lets the requests come, with the limit counted by an algorithm. */
    BoundaryBurst(Algorithm algorithm) {
        ManualClock clock = new ManualClock(EDGE.minus(LENGTH).plus(STEP.dividedBy(2)));
        LocalRateLimiter limiter = LocalRateLimiter.create(clock, 1);
        Charge charge = Charge.of(LIMIT.countedBy(algorithm), "client");
        while (clock.instant().isBefore(EDGE.plus(LENGTH))) {
            Decision decision = limiter.acquire(List.of(charge));
            answers.add(new Answer(
                    clock.instant(), decision.allowed(), decision.retryAfter().orElse(Duration.ZERO)));
            clock.advance(STEP);
        }
    }

    /** Answers at or after an instant and before another. */
    Stream<Answer> answers(Instant from, Instant to) {
        return answers.stream().filter(answer -> !answer.at.isBefore(from) && answer.at.isBefore(to));
    }

    /** Permits admitted in (at - window, at]. */
    long admittedInTheWindowOf(Instant at) {
        return answers.stream()
                .filter(Answer::admitted)
                .filter(answer -> !answer.at.isAfter(at) && answer.at.isAfter(at.minus(LIMIT.window())))
                .count();
    }

    /** The most that any window holds. */
    long peak() {
        return answers.stream()
                .mapToLong(answer -> admittedInTheWindowOf(answer.at))
                .max()
                .orElseThrow();
    }
}
