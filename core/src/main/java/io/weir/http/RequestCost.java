package io.weir.http;

import java.util.List;

/** What one request takes of every limit of a rule. */
@FunctionalInterface
public interface RequestCost {

    /**
     * Permits; 0 looks without taking.
     *
     * @throws InvalidCostException if the request says what it may not: it is answered with 400 and charged nothing
     */
    long of(HttpCall call);

    /**
     * Always the same.
     *
     * @throws IllegalArgumentException if it is negative
     */
    static RequestCost of(long permits) {
        if (permits < 0) {
            throw new IllegalArgumentException("cost is " + permits + "; allowed: 0 (look only) and more");
        }
        return call -> permits;
    }

    /**
     * What a header says, a whole number from 1 to {@code max}; 1 without the header. Not 0: a client that names its own
     * cost could name none. Fit for callers that are trusted to tell, such as a gateway.
     *
     * @throws IllegalArgumentException if {@code max} is less than 1
     */
    static RequestCost ofHeader(String name, long max) {
        if (max < 1) {
            throw new IllegalArgumentException(
                    "cost from header '" + name + "' has max " + max + "; allowed: 1 and more");
        }
        return call -> {
            List<String> lines = call.headerLines(name);
            if (lines.isEmpty()) {
                return 1;
            }
            String value = lines.get(0).strip();
            if (lines.size() == 1 && value.matches("[0-9]{1,15}")) {
                long cost = Long.parseLong(value);
                if (cost >= 1 && cost <= max) {
                    return cost;
                }
            }
            throw new InvalidCostException("Field " + name + " must be one whole number from 1 to " + max + ".");
        };
    }
}
