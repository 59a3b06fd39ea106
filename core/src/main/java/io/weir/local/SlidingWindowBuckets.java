package io.weir.local;

import io.weir.Algorithm;
import io.weir.Charge;
import java.util.Map;
import java.util.TreeMap;

/** The twin of {@code lua/sliding_window_buckets.lua}: one counter per step of the window. */
final class SlidingWindowBuckets implements Window {

    private final TreeMap<Long, Long> permitsByEnd = new TreeMap<>();
    private long since;

    @Override
    public Check check(Charge charge, long now) {
        long permits = charge.limit().permits();
        long wanted = Math.max(charge.cost(), 1);
        long start = now - charge.limit().windowMicros();

        permitsByEnd.headMap(start, true).clear();
        moveLaterOnes(endOfBucket(charge, now));
        long used = 0;
        for (long count : permitsByEnd.values()) {
            used += count;
        }
        long remaining = Math.max(permits - used, 0);
        long resetAfter = permitsByEnd.isEmpty() ? 0 : permitsByEnd.lastKey() - start;
        if (wanted <= permits - used) {
            return new Check(true, remaining, permitsByEnd.isEmpty() ? 0 : permitsByEnd.firstKey() - start, resetAfter);
        }
        if (wanted > permits) {
            return new Check(false, remaining, Check.NEVER, resetAfter);
        }
        long left = used + wanted - permits;
        for (Map.Entry<Long, Long> bucket : permitsByEnd.entrySet()) {
            left -= bucket.getValue();
            if (left <= 0) {
                return new Check(false, remaining, bucket.getKey() - start, resetAfter);
            }
        }
        throw new IllegalStateException("more permits must leave than the " + used + " in " + permitsByEnd);
    }

    @Override
    public Check take(Charge charge, Check fitting, long now, String id) {
        boolean wasEmpty = permitsByEnd.isEmpty();
        since = wasEmpty ? now : since;
        long end = endOfBucket(charge, now);
        permitsByEnd.merge(end, charge.cost(), Long::sum);
        long resetAfter = end + charge.limit().windowMicros() - now;
        return new Check(
                true,
                fitting.remaining() - charge.cost(),
                wasEmpty ? resetAfter : Math.min(fitting.availableAfter(), resetAfter),
                resetAfter);
    }

    @Override
    public void refund(Taken taken, long now) {
        if (taken.at() >= since) {
            long cost = taken.charge().cost();
            permitsByEnd.computeIfPresent(
                    endOfBucket(taken.charge(), taken.at()), (end, count) -> count > cost ? count - cost : null);
        }
    }

    /** What ends later than the current bucket was taken by now all the same: see the Lua file. */
    private void moveLaterOnes(long current) {
        long moved = 0;
        for (long count : permitsByEnd.tailMap(current, false).values()) {
            moved += count;
        }
        if (moved > 0) {
            permitsByEnd.tailMap(current, false).clear();
            permitsByEnd.merge(current, moved, Long::sum);
        }
    }

    /** The end of the bucket that an instant falls into. The bucket is wholly outside one window later. */
    private static long endOfBucket(Charge charge, long instant) {
        int buckets = ((Algorithm.SlidingWindowBuckets) charge.limit().algorithm()).buckets();
        long width = (charge.limit().windowMicros() + buckets - 1) / buckets;
        return (Math.floorDiv(instant, width) + 1) * width;
    }
}
