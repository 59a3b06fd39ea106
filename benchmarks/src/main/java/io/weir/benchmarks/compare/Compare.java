package io.weir.benchmarks.compare;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/** {@code compare}: Weir beside its peers, one table for each load and one ratio line for each peer. */
public final class Compare {

    private static final int ROUNDS = 6; // as many as there are subjects: each follows every other once
    private static final int HTTP_ROUNDS = 12;
    private static final int QUICK_ROUNDS = 3;
    private static final int QUICK_HTTP_ROUNDS = 5;

    private static final Duration LONGEST_SLICE = Duration.ofSeconds(4);

    /** Of a load over HTTP: what it runs is compiled there only. */
    private static final double WARM_UP = 0.25;

    /** For what happens at the end. */
    private static final double RESERVE = 0.03;

    private final Options options;
    private final Setting setting;
    private final Report report = new Report();
    private final Ratios ratios = new Ratios(report);
    private final Rounds rounds;
    private OptionalDouble commands = OptionalDouble.empty();

    private Compare(Options options, Setting setting) {
        this.options = options;
        this.setting = setting;
        this.rounds = new Rounds(new Slice(setting.admin()), LONGEST_SLICE);
    }

    /**
     * Runs it.
     *
     * @param arguments what follows the word {@code compare}
     * @throws IllegalArgumentException if an argument cannot be understood; the message is one line
     * @throws Exception if it cannot go on
     */
    public static void run(List<String> arguments) throws Exception {
        Options options = Options.ofCompare(arguments, Loads.names());
        Budget budget = Budget.ofProcess(options.time());
        try (Setting setting = Setting.start(options)) {
            new Compare(options, setting).run(budget.part(1 - RESERVE));
        }
    }

    /** A load, and its part of the time: relative to the others. */
    private record Part(Load load, double weight, Run run) {}

    private interface Run {
        void run(Load load, Budget budget) throws Exception;
    }

    /** What Weir reaches for comes first: on a slow machine the rest has less time. */
    private List<Part> parts() {
        List<Part> parts = new ArrayList<>(List.of(
                new Part(Loads.MAIN, 4, this::claimed),
                new Part(Loads.ALONE, 2, this::claimed),
                new Part(Loads.DENIED, 2, this::claimed),
                new Part(Loads.DISTANT, 3, this::claimed),
                new Part(Loads.HTTP_DENIED, 2, this::denyingOverHttp),
                new Part(Loads.HTTP_LOCAL, 2, this::locallyOverHttp)));
        Loads.OTHERS.forEach(load -> parts.add(new Part(load, 1, this::other)));
        parts.removeIf(part -> !options.wants(part.load.name()));
        return parts;
    }

    private void run(Budget budget) throws Exception {
        report.words(Machine.describe(setting.admin().version()));
        memory();
        WarmUp.run(setting, budget.part(options.quick() ? 0.07 : 0.02));
        List<Part> parts = parts();
        double weights = parts.stream().mapToDouble(Part::weight).sum();
        for (Part part : parts) {
            part.run.run(part.load, budget.part(part.weight / weights));
            weights -= part.weight;
        }
        Reach.tell(ratios, commands, report);
        if (options.markdown() != null) {
            report.write(options.markdown(), "compare");
        }
    }

    private void memory() throws InterruptedException {
        Memory memory = new Memory(setting.admin());
        if (options.wants(Loads.BYTES_100)) {
            bytes(Loads.BYTES_100, "100 of 100 permits taken", memory.of(setting.entrants(), 100));
        }
        if (options.wants(Loads.BYTES_10000) || options.wants(Loads.BUCKETS_10000)) {
            Map<String, Long> exact = memory.of(setting.entrants(), 10_000);
            if (options.wants(Loads.BYTES_10000)) {
                bytes(Loads.BYTES_10000, "10 000 of 10 000 permits taken", exact);
            }
            if (options.wants(Loads.BUCKETS_10000)) {
                Duration window = options.quick() ? Duration.ofMillis(900) : Duration.ofSeconds(6);
                exact.put(Entrants.WEIR, memory.ofBuckets(setting.connections().weir(), 10_000, window));
                bytes(Loads.BUCKETS_10000, "as " + Loads.BYTES_10000 + ", but Weir with 60 buckets", exact);
            }
        }
    }

    private void bytes(String load, String title, Map<String, Long> bytes) {
        Table table = new Table("", "bytes of a client", "Weir / it");
        double weir = bytes.getOrDefault(Entrants.WEIR, 0L);
        bytes.forEach((entrant, size) -> table.row(entrant, Table.whole(size), Table.ratio(weir / size)));
        report.table(load + ": " + title, table);
        bytes.forEach((entrant, size) -> {
            if (!entrant.equals(Entrants.WEIR)) {
                ratios.put(load, entrant, weir / size);
            }
        });
        report.gap();
    }

    private void claimed(Load load, Budget budget) throws Exception {
        overRedis(load, options.quick() ? QUICK_ROUNDS : ROUNDS, budget);
    }

    private void other(Load load, Budget budget) throws Exception {
        overRedis(load, options.quick() ? 1 : ROUNDS, budget);
    }

    private void overRedis(Load load, int most, Budget budget) throws Exception {
        List<Map<String, Figures>> results;
        try (Setting.Route route = setting.route(load.roundTrip())) {
            results = rounds.run(load, route.entrants(), most, budget);
        }
        table(load, load.toString(), results);
        ratios.put(load.name(), results, Figures::decisionsPerSecond);
        if (load.equals(Loads.MAIN)) {
            ratios.put("redis-cpu", results, Figures::redisMicros);
        } else if (load.equals(Loads.ALONE)) {
            ratios.put("p50-1", results, Figures::p50);
        } else if (load.equals(Loads.DENIED)) {
            ratios.putBestPeer(load.name(), results);
            commands = OptionalDouble.of(Figures.median(
                    results.stream()
                            .map(round -> round.getOrDefault(Entrants.WEIR, Figures.NONE))
                            .toList(),
                    Figures::redisCalls));
        }
        report.gap();
    }

    private void denyingOverHttp(Load load, Budget budget) throws Exception {
        try (Http http = Http.denying(setting.endpoint())) {
            http(load, "one client over its limit, denied from memory", http, budget);
        }
    }

    private void locallyOverHttp(Load load, Budget budget) throws Exception {
        try (Http http = Http.local()) {
            http(load, "1000 clients with room, decided in this JVM", http, budget);
        }
    }

    private void http(Load load, String title, Http http, Budget budget) throws Exception {
        List<Map<String, Figures>> ignored = rounds.run(load, http.entrants(), 1, budget.part(WARM_UP));
        List<Map<String, Figures>> results =
                rounds.run(load, http.entrants(), options.quick() ? QUICK_HTTP_ROUNDS : HTTP_ROUNDS, budget);
        table(load, load.threads() + " connections, " + title, results);
        ratios.put(load.name(), results, Figures::decisionsPerSecond);
        report.gap();
    }

    private void table(Load load, String title, List<Map<String, Figures>> results) {
        report.table(load.name() + ": " + title, FiguresTable.of(results));
    }
}
