package io.weir.docs;

import static java.util.Objects.requireNonNull;

import io.weir.Charge;
import io.weir.Decision;
import io.weir.Durations;
import io.weir.Limit;
import io.weir.RateLimiter;
import io.weir.local.LocalRateLimiter;
import io.weir.testing.ManualClock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** One client of one limit, who does what the request column of a table says and writes down the answers. */
final class Timeline {

    /**
     * What the client was told.
     *
     * @param text for instance {@code admitted, 2 left} or {@code 3 admitted, 1 refused, 0 left}
     * @param retryAfter seconds, as the field has them; {@code none} if refused without one; empty if not refused
     */
    record Answer(String text, String retryAfter) {

        /** Both in one cell: {@code refused, 7 s}. */
        String brief() {
            return retryAfter.isEmpty()
                    ? text
                    : text.replaceFirst("\\d+ left", retryAfter.equals("none") ? "for good" : retryAfter + " s");
        }
    }

    private static final Pattern REQUESTS = Pattern.compile("(\\d+) requests?");
    private static final Pattern COST = Pattern.compile("(?:([A-Z]): )?cost (\\d+)");
    private static final Pattern REFUND = Pattern.compile("refund ([A-Z])");
    private static final Pattern BLOCK = Pattern.compile("block for (\\w+)");

    private final ManualClock clock = new ManualClock(Instant.EPOCH);
    private final RateLimiter limiter = LocalRateLimiter.create(clock, 10);
    private final Map<String, Decision> named = new HashMap<>();
    private final Limit limit;

    Timeline(Limit limit) {
        this.limit = limit;
    }

    /** Sets the clock, forwards or back, and does what the cell says. */
    Answer at(Instant time, String request) {
        clock.advance(Duration.between(clock.instant(), time));
        Matcher matcher = REQUESTS.matcher(request);
        if (matcher.matches()) {
            return requests(Integer.parseInt(matcher.group(1)));
        }
        matcher = COST.matcher(request);
        if (matcher.matches()) {
            Decision decision = limiter.acquire(List.of(charge(Long.parseLong(matcher.group(2)))));
            if (matcher.group(1) != null) {
                named.put(matcher.group(1), decision);
            }
            return answer(decision.allowed() ? "admitted" : "refused", decision);
        }
        matcher = REFUND.matcher(request);
        if (matcher.matches()) {
            limiter.refund(requireNonNull(named.get(matcher.group(1)))).join();
            return left();
        }
        matcher = BLOCK.matcher(request);
        if (matcher.matches()) {
            limiter.block(charge(1), Durations.parse(matcher.group(1))).join();
            return left();
        }
        throw new IllegalArgumentException("'" + request + "' is nothing that a table may ask for");
    }

    private Answer requests(int count) {
        Decision last = limiter.acquire(List.of(charge(1)));
        int admitted = last.allowed() ? 1 : 0;
        for (int i = 1; i < count; i++) {
            last = limiter.acquire(List.of(charge(1)));
            admitted += last.allowed() ? 1 : 0;
        }
        int refused = count - admitted;
        if (count == 1) {
            return answer(admitted == 1 ? "admitted" : "refused", last);
        }
        return answer(
                (admitted > 0 ? admitted + " admitted" : "")
                        + (admitted > 0 && refused > 0 ? ", " : "")
                        + (refused > 0 ? refused + " refused" : ""),
                last);
    }

    private Answer left() {
        return new Answer(limiter.peek(List.of(charge(1))).quotas().get(0).remaining() + " left", "");
    }

    private static Answer answer(String what, Decision decision) {
        return new Answer(
                what + ", " + decision.quotas().get(0).remaining() + " left",
                decision.allowed()
                        ? ""
                        : decision.retryAfter()
                                .map(wait -> Long.toString(Math.max(1, ceilSeconds(wait))))
                                .orElse("none"));
    }

    private static long ceilSeconds(Duration wait) {
        return wait.getSeconds() + (wait.getNano() > 0 ? 1 : 0);
    }

    private Charge charge(long cost) {
        return new Charge(limit, "client", cost);
    }
}
