package io.weir.local;

import io.weir.Charge;

/** The twin of {@code lua/sliding_window_counter.lua}: two counters, the older one weighted by its overlap. */
final class SlidingWindowCounter implements Window {

    private long start = Long.MIN_VALUE;
    private long current;
    private long previous;
    private long since;

    @Override
    public Check check(Charge charge, long now) {
        long window = charge.limit().windowMicros();
        moveTo(now, window);
        long permits = charge.limit().permits();
        long wanted = Math.max(charge.cost(), 1);
        boolean fits = hasRoom(permits - wanted, window, now);
        return answer(fits, permits, window, now, wanted);
    }

    @Override
    public Check take(Charge charge, Check fitting, long now, String id) {
        since = current + previous == 0 ? now : since;
        current += charge.cost();
        return answer(true, charge.limit().permits(), charge.limit().windowMicros(), now, 1);
    }

    @Override
    public void refund(Taken taken, long now) {
        if (taken.at() < since || taken.at() < start - taken.charge().limit().windowMicros()) {
            return;
        }
        if (taken.at() >= start) {
            current = Math.max(current - taken.charge().cost(), 0);
        } else {
            previous = Math.max(previous - taken.charge().cost(), 0);
        }
    }

    private void moveTo(long now, long window) {
        long begins = now - Math.floorMod(now, window);
        if (start != Long.MIN_VALUE) {
            begins = Math.max(begins, start - Math.floorMod(start, window));
            if (start < begins) {
                previous = start >= begins - window ? current : 0;
                current = 0;
            }
        }
        start = begins;
    }

    private Check answer(boolean fits, long permits, long window, long now, long wanted) {
        long remaining = remainingAt(permits, window, now);
        long availableAfter;
        if (fits) {
            availableAfter = remaining < permits ? waitFor(permits - (remaining + 1), window, now) : 0;
        } else {
            availableAfter = wanted > permits ? Check.NEVER : waitFor(permits - wanted, window, now);
        }
        long resetAfter = current > 0 ? start + 2 * window - now : previous > 0 ? start + window - now : 0;
        return new Check(fits, remaining, availableAfter, resetAfter);
    }

    /**
     * Whether no more than {@code room} permits are in use, at an instant in the current window or the next, if nobody calls
     * meanwhile. Products are compared, not quotients: they differ from one microsecond to the next however large they
     * are.
     */
    private boolean hasRoom(long room, long window, long instant) {
        double elapsed = Math.max(instant - start, 0);
        if (elapsed < window) {
            return previous * (window - elapsed) <= (double) (room - current) * window;
        }
        return current * Math.max(2.0 * window - elapsed, 0) <= (double) room * window;
    }

    private long remainingAt(long permits, long window, long now) {
        double elapsed = Math.max(now - start, 0);
        long weight = (long) Math.ceil(previous * (window - elapsed) / window);
        long remaining = Math.max(permits - current - weight, 0);
        while (remaining > 0 && !hasRoom(permits - remaining, window, now)) {
            remaining--;
        }
        return remaining;
    }

    /** Microseconds until no more than {@code room} permits are in use: solved, then corrected for rounding. */
    private long waitFor(long room, long window, long now) {
        long estimate = start
                + (room >= current
                        ? (long) Math.ceil(window * (1 - (double) (room - current) / previous))
                        : window + (long) Math.ceil(window * (1 - (double) room / current)));
        long instant = Math.max(estimate, now);
        while (!hasRoom(room, window, instant)) {
            instant++;
        }
        while (instant > now && hasRoom(room, window, instant - 1)) {
            instant--;
        }
        return instant - now;
    }
}
