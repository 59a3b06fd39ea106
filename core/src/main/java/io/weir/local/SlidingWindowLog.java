package io.weir.local;

import io.weir.Charge;
import java.util.ArrayList;
import java.util.List;

/**
 * The twin of {@code lua/sliding_window_log.lua}: when every permit was taken, oldest first.
 *
 * <p>One entry holds all permits of a request; the script holds an entry per permit. Both count the same.
 */
final class SlidingWindowLog implements Window {

    private record Entry(long at, String id, long permits) {}

    private final List<Entry> entries = new ArrayList<>();
    private long used;

    @Override
    public Check check(Charge charge, long now) {
        long permits = charge.limit().permits();
        long window = charge.limit().windowMicros();
        long wanted = Math.max(charge.cost(), 1);

        dropUntil(now - window);
        long remaining = Math.max(permits - used, 0);
        long resetAfter = entries.isEmpty() ? 0 : entries.get(entries.size() - 1).at + window - now;
        if (wanted <= permits - used) {
            return new Check(true, remaining, entries.isEmpty() ? 0 : entries.get(0).at + window - now, resetAfter);
        }
        if (wanted > permits) {
            return new Check(false, remaining, Check.NEVER, resetAfter);
        }
        long availableAfter = instantAtWhichLeave(used + wanted - permits) + window - now;
        return new Check(false, remaining, availableAfter, resetAfter);
    }

    @Override
    public Check take(Charge charge, Check fitting, long now, String id) {
        long window = charge.limit().windowMicros();
        entries.add(firstIndexAfter(now), new Entry(now, id, charge.cost()));
        used += charge.cost();
        long untilOldest = fitting.availableAfter();
        return new Check(
                true,
                fitting.remaining() - charge.cost(),
                untilOldest == 0 ? window : Math.min(untilOldest, window),
                Math.max(fitting.resetAfter(), window)); // later entries are left from before the clock stepped back
    }

    @Override
    public void refund(Taken taken, long now) {
        for (int i = entries.size() - 1; i >= 0; i--) {
            if (entries.get(i).id.equals(taken.id())) {
                used -= entries.remove(i).permits;
                return;
            }
        }
    }

    private void dropUntil(long start) {
        int gone = firstIndexAfter(start);
        List<Entry> old = entries.subList(0, gone);
        for (Entry entry : old) {
            used -= entry.permits;
        }
        old.clear();
    }

    private long instantAtWhichLeave(long permits) {
        long left = permits;
        for (Entry entry : entries) {
            left -= entry.permits;
            if (left <= 0) {
                return entry.at;
            }
        }
        throw new IllegalStateException(permits + " permits asked of a log that holds " + used);
    }

    /** Entries are sorted by their instant, also after the clock stepped back. */
    private int firstIndexAfter(long instant) {
        int low = 0;
        int high = entries.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (entries.get(middle).at <= instant) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }
}
