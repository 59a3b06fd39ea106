package io.weir.benchmarks.compare;

import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** {@code grow}: decisions per second of Weir and of the plain way against whatever may grow, as tables and as a plot. */
public final class Grow {

    private static final int ROUNDS = 3;

    /** Short, so that the clients' room lasts. */
    private static final Duration LONGEST_SLICE = Duration.ofSeconds(1);

    private final Options options;
    private final Setting setting;
    private final Rounds rounds;
    private final Report report = new Report();

    private Grow(Options options, Setting setting) {
        this.options = options;
        this.setting = setting;
        this.rounds = new Rounds(new Slice(setting.admin()), LONGEST_SLICE);
    }

    /**
     * Runs it.
     *
     * @param arguments what follows the word {@code grow}
     * @throws IllegalArgumentException if an argument cannot be understood; the message is one line
     * @throws Exception if it cannot go on
     */
    public static void run(List<String> arguments) throws Exception {
        Options options = Options.ofGrow(arguments);
        Budget budget = Budget.ofProcess(options.time());
        try (Setting setting = Setting.start(options)) {
            new Grow(options, setting).run(budget);
        }
    }

    private void run(Budget budget) throws IOException, InterruptedException {
        report.words(Machine.describe(setting.admin().version()));
        WarmUp.run(setting, budget.part(options.quick() ? 0.05 : 0.02));
        List<Axis> axes = Axis.all(options.quick());
        int left = axes.stream().mapToInt(axis -> axis.points().size()).sum();
        List<Curve> curves = new ArrayList<>();
        for (Axis axis : axes) {
            Curve curve = new Curve(
                    axis,
                    new double[axis.points().size()],
                    new double[axis.points().size()]);
            for (int i = 0; i < axis.points().size(); i++) {
                measure(curve, i, budget.part(1.0 / left--));
            }
            report.table("Decisions per second: " + axis.rest(), curve.table());
            curves.add(curve);
        }
        if (options.svg() != null) {
            Files.writeString(options.svg(), GrowthPlot.draw(curves));
            report.picture("Decisions per second against threads, limit, clients and round trip", options.svg());
        }
        if (options.markdown() != null) {
            report.write(options.markdown(), "grow");
        }
    }

    private void measure(Curve curve, int point, Budget budget) throws IOException, InterruptedException {
        Load load = curve.axis().points().get(point).load();
        boolean distant = load.name().equals("round-trip");
        try (Setting.Route route = distant ? setting.proxied(load.roundTrip()) : setting.route(load.roundTrip())) {
            List<Map<String, Figures>> results = rounds.run(load, route.two(), options.quick() ? 1 : ROUNDS, budget);
            curve.weir()[point] = median(results, Entrants.WEIR);
            curve.evalSha()[point] = median(results, Entrants.EVALSHA);
        }
    }

    private static double median(List<Map<String, Figures>> results, String entrant) {
        return Figures.median(
                results, round -> Objects.requireNonNull(round.get(entrant)).decisionsPerSecond());
    }
}
