package io.weir.benchmarks.compare;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** One subject under one load, once: prepared, warmed, measured. */
final class Slice {

    /** Of a slice, before anything counts: threads start, connections wake. */
    private static final double WARM_UP = 0.25;

    private static final Duration PATIENCE = Connections.TIMEOUT.plusSeconds(1);

    private final RedisAdmin redis;

    Slice(RedisAdmin redis) {
        this.redis = redis;
    }

    /** @param time how long it is asked, warm-up included */
    Figures run(Load load, Entrant entrant, Duration time) throws InterruptedException, IOException {
        redis.flush();
        Subject subject = entrant.open(load.limit());
        prepare(load, subject);

        Asker.Bell bell = new Asker.Bell();
        List<Asker> askers = IntStream.range(0, load.threads())
                .mapToObj(number -> new Asker(subject, load.requests(number), bell, number))
                .toList();
        askers.forEach(Thread::start);
        bell.open.countDown();
        TimeUnit.NANOSECONDS.sleep((long) (time.toNanos() * WARM_UP));

        // Redis and the heap are looked at a little longer than decisions are counted: until the last has its answer.
        // Their
        // figures are per decision of that time.
        CommandStats statsBefore = redis.stats();
        Allocations allocationsBefore = Allocations.now();
        long began = System.nanoTime();
        bell.counting = true;
        long decisionsBefore = bell.decisions.sum();
        TimeUnit.NANOSECONDS.sleep((long) (time.toNanos() * (1 - WARM_UP)));
        while (bell.decisions.sum() - decisionsBefore <= load.threads()
                && System.nanoTime() - began < PATIENCE.toNanos()) {
            TimeUnit.MILLISECONDS.sleep(5); // one more than may end uncounted, or the figures are of nobody
        }
        bell.counting = false;
        double seconds = (System.nanoTime() - began) / 1e9;
        Allocations allocations = Allocations.now(); // while the threads live
        long decisionsAllocating = bell.decisions.sum() - decisionsBefore;
        bell.stopped = true;
        for (Asker asker : askers) {
            asker.join();
        }
        subject.close();
        CommandStats stats = redis.stats().since(statsBefore);
        long decisions = bell.decisions.sum() - decisionsBefore;

        Histogram latencies = new Histogram();
        askers.forEach(asker -> latencies.add(asker.latencies()));
        tellErrors(load, entrant, askers);
        return new Figures(
                latencies.total() / seconds,
                askers.stream().mapToLong(Asker::admitted).sum() / (double) Math.max(1, latencies.total()),
                latencies.percentile(0.50),
                latencies.percentile(0.99),
                entrant.redisMicros().applyAsDouble(stats) / Math.max(1, decisions),
                stats.calls(),
                allocations.since(allocationsBefore) / (double) Math.max(1, decisionsAllocating),
                askers.stream().mapToLong(Asker::errors).sum());
    }

    private static void prepare(Load load, Subject subject) {
        subject.prepare(load.clients() + 1);
        if (load.hotPercent() > 0) {
            Filling.untilRefused(subject, load.hotClient(), 2 * load.permits());
        }
        if (load.filled() > 0) {
            Filling.evenly(subject, load.clients(), (long) (load.clients() * load.permits() * load.filled()));
        }
    }

    private static void tellErrors(Load load, Entrant entrant, List<Asker> askers) {
        long errors = askers.stream().mapToLong(Asker::errors).sum();
        if (errors > 0) {
            Optional<Exception> first = askers.stream()
                    .flatMap(asker -> Stream.ofNullable(asker.firstError()))
                    .findFirst();
            System.err.println(load.name() + ", " + entrant.name() + ": " + errors + " calls failed, for instance: "
                    + first.map(Exception::toString).orElse(""));
        }
    }
}
