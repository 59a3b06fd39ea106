package io.weir.local;

import io.weir.Charge;
import io.weir.Quota;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

/**
 * How a window answers a charge, in the raw numbers of the scripts.
 *
 * @param fits whether the charge fits by itself
 * @param remaining permits left
 * @param availableAfter microseconds; {@link #NEVER} if the cost exceeds the limit
 * @param resetAfter microseconds
 */
record Check(boolean fits, long remaining, long availableAfter, long resetAfter) {

    /** The cost exceeds the limit: no wait helps. */
    static final long NEVER = -1;

    /** The same window for a client that is blocked for so many microseconds more. */
    Check blocked(long blockedFor) {
        long wait = fits ? blockedFor : Math.max(availableAfter, blockedFor);
        return new Check(false, remaining, availableAfter == NEVER ? NEVER : wait, resetAfter);
    }

    Quota quota(Charge charge) {
        return new Quota(
                charge,
                fits,
                remaining,
                availableAfter == NEVER ? Optional.empty() : Optional.of(micros(availableAfter)),
                micros(resetAfter));
    }

    private static Duration micros(long micros) {
        return Duration.of(micros, ChronoUnit.MICROS);
    }
}
