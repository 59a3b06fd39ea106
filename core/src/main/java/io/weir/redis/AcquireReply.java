package io.weir.redis;

import io.weir.Charge;
import io.weir.Decision;
import io.weir.Quota;
import io.weir.RateLimiterException;
import io.weir.RateLimiterException.Kind;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads the reply of {@code acquire.lua} and refuses one that is not of its form. */
final class AcquireReply {

    private static final int FIELDS = 4;

    private AcquireReply() {}

    /** @throws RateLimiterException if the reply is not of the form that {@code acquire.lua} promises */
    static Decision read(@Nullable Object answer, String id, List<Charge> charges) {
        if (!(answer instanceof List<?> reply) || reply.size() != 1 + FIELDS * charges.size()) {
            throw malformed(answer, charges);
        }
        for (Object value : reply) {
            if (!(value instanceof Long)) {
                throw malformed(reply, charges);
            }
        }
        List<Quota> quotas = new ArrayList<>(charges.size());
        for (int i = 0; i < charges.size(); i++) {
            long allowed = (Long) reply.get(1 + FIELDS * i);
            long remaining = (Long) reply.get(2 + FIELDS * i);
            long availableAfter = (Long) reply.get(3 + FIELDS * i);
            long resetAfter = (Long) reply.get(4 + FIELDS * i);
            if (allowed < 0 || allowed > 1 || remaining < 0 || availableAfter < -1 || resetAfter < 0) {
                throw malformed(reply, charges);
            }
            quotas.add(new Quota(
                    charges.get(i),
                    allowed == 1,
                    remaining,
                    availableAfter == -1 ? Optional.empty() : Optional.of(micros(availableAfter)),
                    micros(resetAfter)));
        }
        Instant at = Instant.EPOCH.plus((Long) reply.get(0), ChronoUnit.MICROS);
        return Decision.of(id, quotas, Decision.Source.REDIS, at);
    }

    private static Duration micros(long micros) {
        return Duration.of(micros, ChronoUnit.MICROS);
    }

    private static RateLimiterException malformed(@Nullable Object reply, List<Charge> charges) {
        return new RateLimiterException(
                Kind.MISCONFIGURED,
                "Redis answered " + reply + " to " + charges.size()
                        + " charge(s); allowed: now, then allowed (0 or 1), remaining, available_after and reset_after of each,"
                        + " as integers. What stands between, a proxy perhaps, changes replies");
    }
}
