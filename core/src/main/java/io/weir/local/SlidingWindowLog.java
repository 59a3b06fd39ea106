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

        int first = firstIndexAfter(now - window);
        long counted = used - permitsBefore(first);
        long remaining = Math.max(permits - counted, 0);
        long availableAfter = counted == 0 ? 0 : entries.get(first).at + window - now;
        long resetAfter = counted == 0 ? 0 : entries.get(entries.size() - 1).at + window - now;
        if (wanted <= permits - counted) {
            return new Check(true, remaining, availableAfter, resetAfter);
        }
        if (wanted > permits) {
            return new Check(false, remaining, Check.NEVER, resetAfter);
        }
        availableAfter = instantAtWhichLeave(first, counted + wanted - permits) + window - now;
        return new Check(false, remaining, availableAfter, resetAfter);
    }

    @Override
    public Check take(Charge charge, Check fitting, long now, String id) {
        long window = charge.limit().windowMicros();
        dropBefore(firstIndexAfter(now - window)); // not by a check: the clock may step back
        entries.add(firstIndexAfter(now), new Entry(now, id, charge.cost()));
        used += charge.cost();
        long untilOldest = fitting.availableAfter();
        return new Check(
                true,
                fitting.remaining() - charge.cost(),
                untilOldest == 0 ? window : Math.min(untilOldest, window),
                window);
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

    private long permitsBefore(int index) {
        long permits = 0;
        for (Entry entry : entries.subList(0, index)) {
            permits += entry.permits;
        }
        return permits;
    }

    private void dropBefore(int index) {
        used -= permitsBefore(index);
        entries.subList(0, index).clear();
    }

    private long instantAtWhichLeave(int first, long permits) {
        long left = permits;
        for (Entry entry : entries.subList(first, entries.size())) {
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
