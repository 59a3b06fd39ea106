package io.weir.redis;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.jetbrains.lincheck.Lincheck;
import org.junit.jupiter.api.Test;

/** Nobody is forgotten, nobody leaves twice, and no more flights are under way than there are. */
class FlightsTest {

    /** Of the orders in which threads can meet, those with the fewest switches come first. */
    private static final int INTERLEAVINGS = 100;

    private final Set<String> gone = new HashSet<>();
    private final Flights<String> flights = new Flights<>(2, 3, gone::contains);

    @Test
    void theFirstLeaveAtOnce_andWhoComesMeanwhileLeavesTogether_inOrder() {
        assertThat(flights.arrive("a")).containsExactly("a");
        assertThat(flights.arrive("b")).containsExactly("b");
        for (String later : List.of("c", "d", "e", "f")) {
            assertThat(flights.arrive(later)).isEmpty();
        }
        assertThat(flights.land()).containsExactly("c", "d", "e");
        assertThat(flights.land()).containsExactly("f");
        assertThat(flights.land()).isEmpty();
        assertThat(flights.arrive("g")).containsExactly("g");
    }

    @Test
    void whoGaveUpTakesNoSeat() {
        flights.arrive("a");
        flights.arrive("b");
        for (String later : List.of("c", "d", "e", "f", "g")) {
            flights.arrive(later);
        }
        gone.addAll(List.of("c", "e"));
        assertThat(flights.land()).containsExactly("d", "f", "g");
    }

    @Test
    void flightsAreFreeAgain_whenAllThatWaitedGaveUp() {
        flights.arrive("a");
        flights.arrive("b");
        flights.arrive("c");
        gone.add("c");
        assertThat(flights.land()).isEmpty();
        assertThat(flights.land()).isEmpty();
        assertThat(flights.arrive("d")).containsExactly("d");
        assertThat(flights.arrive("e")).containsExactly("e");
        assertThat(flights.arrive("f")).isEmpty();
    }

    /** Any order of arrivals (true) and landings (false), against a list. */
    @Property
    void everyoneLeavesInTheOrderOfArrival(
            @ForAll @IntRange(min = 1, max = 3) int planes,
            @ForAll @IntRange(min = 1, max = 4) int seats,
            @ForAll @Size(max = 60) List<Boolean> events) {
        Flights<Integer> some = new Flights<>(planes, seats, item -> false);
        Deque<List<Integer>> underWay = new ArrayDeque<>();
        List<Integer> left = new ArrayList<>();
        int came = 0;
        for (boolean arrival : events) {
            if (!arrival && underWay.isEmpty()) {
                continue;
            }
            if (!arrival) {
                underWay.pop();
            }
            List<Integer> now = arrival ? some.arrive(came++) : some.land();
            if (!now.isEmpty()) {
                underWay.add(now);
                left.addAll(now);
            }
            assertThat(now.size()).isLessThanOrEqualTo(seats);
            assertThat(underWay.size()).isLessThanOrEqualTo(planes);
            assertThat(left.size() == came || underWay.size() == planes)
                    .as("who waits has a reason")
                    .isTrue();
        }
        while (!underWay.isEmpty()) {
            underWay.pop();
            List<Integer> now = some.land();
            if (!now.isEmpty()) {
                underWay.add(now);
                left.addAll(now);
            }
        }
        assertThat(left).isEqualTo(IntStream.range(0, came).boxed().toList());
    }

    @Test
    void nobodyIsForgottenOrLeavesTwice_onOneFlight() {
        Lincheck.runConcurrentTest(INTERLEAVINGS, () -> new Race(1, 2, 3, 1, false).run());
    }

    @Test
    void nobodyIsForgottenOrLeavesTwice_onTwoFlights() {
        Lincheck.runConcurrentTest(INTERLEAVINGS, () -> new Race(2, 1, 3, 1, false).run());
    }

    @Test
    void nobodyIsForgottenOrLeavesTwice_whenEachComesTwice() {
        Lincheck.runConcurrentTest(INTERLEAVINGS, () -> new Race(1, 2, 2, 2, false).run());
    }

    @Test
    void nobodyIsForgottenOrLeavesTwice_whenOneGivesUp() {
        Lincheck.runConcurrentTest(INTERLEAVINGS, () -> new Race(1, 2, 2, 1, true).run());
    }

    /** Threads that bring items and send whatever they are given, as {@link Batcher} does, until nothing is left. */
    private static final class Race {

        private final int planes;
        private final int threads;
        private final int each;
        private final boolean firstGivesUp;
        private final Flights<Integer> flights;
        private final AtomicInteger underWay = new AtomicInteger();
        private final AtomicInteger most = new AtomicInteger();
        private final AtomicIntegerArray sent;
        private volatile boolean givenUp;

        Race(int planes, int seats, int threads, int each, boolean firstGivesUp) {
            this.planes = planes;
            this.threads = threads;
            this.each = each;
            this.firstGivesUp = firstGivesUp;
            sent = new AtomicIntegerArray(threads * each);
            flights = new Flights<>(planes, seats, item -> item == 0 && givenUp);
        }

        void run() {
            List<Thread> all = new ArrayList<>();
            for (int i = 0; i < threads; i++) {
                int first = i * each;
                all.add(new Thread(() -> bring(first)));
            }
            if (firstGivesUp) {
                all.add(new Thread(() -> givenUp = true));
            }
            all.forEach(Thread::start);
            for (Thread one : all) {
                try {
                    one.join();
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
            }
            check();
        }

        private void bring(int first) {
            for (int item = first; item < first + each; item++) {
                List<Integer> now = flights.arrive(item);
                while (!now.isEmpty()) {
                    send(now);
                    now = flights.land();
                }
            }
        }

        private void send(List<Integer> items) {
            int with = underWay.incrementAndGet();
            if (with > most.get()) {
                most.set(with);
            }
            for (int item : items) {
                sent.incrementAndGet(item);
            }
            underWay.decrementAndGet();
        }

        private void check() {
            for (int item = 0; item < sent.length(); item++) {
                int times = sent.get(item);
                boolean right = times == 1 || (times == 0 && item == 0 && givenUp);
                if (!right) {
                    throw new AssertionError("item " + item + " left " + times + " times");
                }
            }
            if (most.get() > planes) {
                throw new AssertionError(most + " flights at once");
            }
            for (int i = 0; i < planes; i++) {
                if (flights.arrive(0).isEmpty()) {
                    throw new AssertionError("a flight is lost");
                }
            }
        }
    }
}
