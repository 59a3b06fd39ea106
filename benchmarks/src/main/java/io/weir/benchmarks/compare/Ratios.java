package io.weir.benchmarks.compare;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;

/** Weir's figure over a peer's, of each load and peer: the median of the ratios of the rounds. */
final class Ratios {

    private final Map<String, Double> values = new LinkedHashMap<>();
    private final Report report;

    Ratios(Report report) {
        this.report = report;
    }

    /** As the line {@code ratio <load> <peer> <value>} says it. */
    void put(String load, String peer, double value) {
        values.put(load + "/" + peer, value);
        report.line("ratio " + load + " " + peer + " " + Table.ratio(value));
    }

    /** One for every peer of the rounds. */
    void put(String load, List<Map<String, Figures>> rounds, ToDoubleFunction<Figures> of) {
        for (String peer : rounds.get(0).keySet()) {
            if (!peer.equals(Entrants.WEIR)) {
                put(
                        load,
                        peer,
                        Figures.median(
                                rounds,
                                round -> of.applyAsDouble(of(round, Entrants.WEIR))
                                        / of.applyAsDouble(of(round, peer))));
            }
        }
    }

    /** Against the peer that decided the most, round by round. */
    void putBestPeer(String load, List<Map<String, Figures>> rounds) {
        List<Double> ratios = new ArrayList<>();
        for (Map<String, Figures> round : rounds) {
            double best = 0;
            for (Map.Entry<String, Figures> entrant : round.entrySet()) {
                if (!entrant.getKey().equals(Entrants.WEIR)) {
                    best = Math.max(best, entrant.getValue().decisionsPerSecond());
                }
            }
            ratios.add(of(round, Entrants.WEIR).decisionsPerSecond() / best);
        }
        put(load, "best-peer", Figures.median(ratios, Double::doubleValue));
    }

    /** Empty if the load did not run. */
    OptionalDouble value(String load, String peer) {
        Double value = values.get(load + "/" + peer);
        return value == null ? OptionalDouble.empty() : OptionalDouble.of(value);
    }

    private static Figures of(Map<String, Figures> round, String entrant) {
        Figures figures = round.get(entrant);
        if (figures == null) {
            throw new IllegalStateException(entrant + " did not take part");
        }
        return figures;
    }
}
