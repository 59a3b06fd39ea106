package io.weir.local;

import io.weir.Algorithm;
import io.weir.Charge;

/**
 * The twin of {@code lua/gcra.lua}: a bucket that leaks {@code permits} every microsecond and is filled by one window
 * per permit. In doubles, as Lua counts, so that both round alike where whole numbers end.
 */
final class Gcra implements Window {

    private long last = Long.MIN_VALUE;
    private double level;
    private long window;
    private long since;

    @Override
    public Check check(Charge charge, long now) {
        double permits = charge.limit().permits();
        leak(charge, now);
        long wanted = Math.max(charge.cost(), 1);
        boolean fits = permits > 0 && level <= highest(charge, wanted);
        return answer(charge, fits, now, wanted);
    }

    @Override
    public Check take(Charge charge, Check fitting, long now, String id) {
        since = level == 0 ? now : since;
        level += (double) charge.cost() * charge.limit().windowMicros();
        return answer(charge, true, now, 1);
    }

    @Override
    public void refund(Taken taken, long now) {
        if (taken.at() < since) {
            return;
        }
        double permits = taken.charge().limit().permits();
        long windowThen = taken.charge().limit().windowMicros();
        double filled = (double) taken.charge().cost() * windowThen;
        double before = Math.max((taken.resetAfter() - 1) * permits - filled, 0);
        double leaked = Math.max((now - taken.at()) * permits - before, 0);
        double left = Math.max(filled - leaked, 0);
        level = Math.max(level - (window == windowThen ? left : left / windowThen * window), 0);
    }

    private void leak(Charge charge, long now) {
        double permits = charge.limit().permits();
        if (last == Long.MIN_VALUE) {
            last = now;
            window = charge.limit().windowMicros();
        }
        if (window != charge.limit().windowMicros()) { // as many permits as before, in windows of now
            level = level / window * charge.limit().windowMicros();
            window = charge.limit().windowMicros();
        }
        double full = (double) burst(charge) * window;
        if (level > full) { // the limit was lowered: nothing of before can be refunded
            level = full;
            since = last + 1;
        }
        long then = last;
        last = Math.max(last, now);
        level = Math.max(level - (last - then) * permits, 0);
    }

    private Check answer(Charge charge, boolean fits, long now, long wanted) {
        long permits = charge.limit().permits();
        long resetAfter = level > 0 ? last + (long) Math.ceil(level / Math.max(permits, 1)) - now : 0;
        if (permits == 0) {
            return new Check(fits, 0, Check.NEVER, resetAfter);
        }
        long burst = burst(charge);
        long remaining = Math.max((long) Math.floor(((double) burst * window - level) / window), 0);
        long availableAfter;
        if (fits) {
            availableAfter = remaining < burst ? waitFor(charge, remaining + 1, now) : 0;
        } else {
            availableAfter = wanted > burst ? Check.NEVER : waitFor(charge, wanted, now);
        }
        return new Check(fits, remaining, availableAfter, resetAfter);
    }

    /** Microseconds until so many fit: solved, then corrected for rounding. */
    private long waitFor(Charge charge, long wanted, long now) {
        double permits = charge.limit().permits();
        double highest = highest(charge, wanted);
        double wait = Math.max(Math.ceil((level - highest) / permits), 0);
        while (level - wait * permits > highest) {
            wait++;
        }
        while (wait > 0 && level - (wait - 1) * permits <= highest) {
            wait--;
        }
        return last + (long) wait - now;
    }

    private static double highest(Charge charge, long wanted) {
        return (double) (burst(charge) - wanted) * charge.limit().windowMicros();
    }

    private static long burst(Charge charge) {
        long permits = charge.limit().permits();
        return charge.limit().algorithm() instanceof Algorithm.Gcra gcra && gcra.burst() > 0 && permits > 0
                ? gcra.burst()
                : permits;
    }
}
