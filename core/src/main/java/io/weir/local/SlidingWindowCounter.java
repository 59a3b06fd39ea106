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
        boolean fits = usedAt(now, window) <= permits - wanted;
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
        long window = taken.charge().limit().windowMicros();
        moveTo(now, window);
        long age = start - taken.at();
        if (taken.at() < since) {
            return;
        }
        if (age <= 0 && age > -window) {
            current = Math.max(current - taken.charge().cost(), 0);
        } else if (age > 0 && age <= window) {
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
        double used = usedAt(now, window);
        long remaining = Math.max((long) Math.floor(permits - used), 0);
        long availableAfter;
        if (fits) {
            availableAfter = used > 0 && remaining < permits ? waitFor(permits - (remaining + 1), window, now) : 0;
        } else {
            availableAfter = wanted > permits ? Check.NEVER : waitFor(permits - wanted, window, now);
        }
        long resetAfter = current > 0 ? start + 2 * window - now : previous > 0 ? start + window - now : 0;
        return new Check(fits, remaining, availableAfter, resetAfter);
    }

    /** Permits in use at an instant in the current window or the next, if nobody calls meanwhile. */
    private double usedAt(long instant, long window) {
        double elapsed = Math.max(instant - start, 0);
        if (elapsed < window) {
            return previous * (window - elapsed) / window + current;
        }
        return current * Math.max(2.0 * window - elapsed, 0) / window;
    }

    /** Microseconds until no more than {@code room} permits are in use: solved, then corrected for rounding. */
    private long waitFor(long room, long window, long now) {
        long instant = start
                + (room >= current
                        ? (long) Math.ceil(window * (1 - (double) (room - current) / previous))
                        : window + (long) Math.ceil(window * (1 - (double) room / current)));
        while (usedAt(instant, window) > room) {
            instant++;
        }
        while (instant > now && usedAt(instant - 1, window) <= room) {
            instant--;
        }
        return instant - now;
    }
}
