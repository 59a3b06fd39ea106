package io.weir.benchmarks.compare;

/**
 * Decisions per second along an axis, one for each of its points.
 *
 * @param weir of Weir
 * @param evalSha of one {@code RScript.evalSha} per request
 */
@SuppressWarnings("ArrayRecordComponent") // written once, read by this package
record Curve(Axis axis, double[] weir, double[] evalSha) {

    /** As rows under a heading. */
    Table table() {
        Table table = new Table(axis.name(), "Weir", "evalsha", "Weir / it");
        for (int i = 0; i < weir.length; i++) {
            table.row(
                    axis.points().get(i).label(),
                    Table.whole(weir[i]),
                    Table.whole(evalSha[i]),
                    Table.ratio(weir[i] / evalSha[i]));
        }
        return table;
    }

    double highest() {
        double highest = 0;
        for (int i = 0; i < weir.length; i++) {
            highest = Math.max(highest, Math.max(weir[i], evalSha[i]));
        }
        return highest;
    }
}
