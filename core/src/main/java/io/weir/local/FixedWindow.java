package io.weir.local;

import io.weir.Algorithm;
import io.weir.CalendarBlock;
import io.weir.Charge;
import java.util.Optional;

/** The twin of {@code lua/fixed_window.lua}: one counter per block of time. */
final class FixedWindow implements Window {

    private long start = Long.MIN_VALUE;
    private long used;
    private long since;

    @Override
    public Check check(Charge charge, long now) {
        long finish = moveTo(charge, now);
        long permits = charge.limit().permits();
        long wanted = Math.max(charge.cost(), 1);
        long resetAfter = used > 0 ? finish - now : 0;
        return new Check(
                wanted <= permits - used,
                Math.max(permits - used, 0),
                wanted > permits ? Check.NEVER : resetAfter,
                resetAfter);
    }

    @Override
    public Check take(Charge charge, Check fitting, long now, String id) {
        since = used == 0 ? now : since;
        used += charge.cost();
        long resetAfter = finish(charge, start) - now;
        return new Check(true, fitting.remaining() - charge.cost(), resetAfter, resetAfter);
    }

    @Override
    public void refund(Taken taken, long now) {
        if (taken.at() >= since && taken.at() >= start) {
            used = Math.max(used - taken.charge().cost(), 0);
        }
    }

    /** Moves to the block of the given instant, unless a later one has begun already; returns where it ends. */
    private long moveTo(Charge charge, long now) {
        long current = start(charge, now);
        if (start == Long.MIN_VALUE) {
            start = current;
            return finish(charge, start);
        }
        long block = Math.max(current, start(charge, start));
        if (start < block) {
            used = 0;
        }
        start = block;
        return finish(charge, start);
    }

    private long start(Charge charge, long instant) {
        return calendar(charge)
                .map(block -> block.edgesAround(instant)[1])
                .orElseGet(() -> instant - Math.floorMod(instant, charge.limit().windowMicros()));
    }

    private long finish(Charge charge, long instant) {
        return calendar(charge)
                .map(block -> block.edgesAround(instant)[2])
                .orElseGet(() -> start(charge, instant) + charge.limit().windowMicros());
    }

    /** Of the limit as it is now: it may have been changed since the window began. */
    private static Optional<CalendarBlock> calendar(Charge charge) {
        return ((Algorithm.FixedWindow) charge.limit().algorithm()).calendar();
    }
}
