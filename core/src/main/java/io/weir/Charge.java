package io.weir;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * What one request wants of one budget: so many permits of a limit, counted under a key. A request makes a list of them
 * and gets all or nothing.
 *
 * @param limit how much is allowed
 * @param key where it is counted: the Redis key, whole; equal keys share a budget
 * @param cost permits wanted; 0 looks without taking
 */
public record Charge(Limit limit, String key, long cost) {

    /**
     * Checks the key and the cost.
     *
     * @throws IllegalArgumentException if the key is empty or the cost negative
     */
    public Charge {
        if (key.isEmpty()) {
            throw new IllegalArgumentException("a charge on limit '" + limit + "' has an empty key");
        }
        if (cost < 0) {
            throw new IllegalArgumentException(
                    "a charge on limit '" + limit + "' has cost " + cost + "; allowed: 0 (look only) and more");
        }
    }

    /** One permit. */
    public static Charge of(Limit limit, String key) {
        return new Charge(limit, key, 1);
    }

    /**
     * Returns the charges of one request as they were given, if they can be decided together.
     *
     * @throws IllegalArgumentException if there is none, or if two share a key: each would be checked as if the other
     *     did not exist, and both together could exceed the limit
     */
    public static List<Charge> requireDistinctKeys(List<Charge> charges) {
        if (charges.isEmpty()) {
            throw new IllegalArgumentException("no charge to decide; allowed: one or more");
        }
        if (charges.size() > 1) {
            Set<String> keys = new HashSet<>();
            for (Charge charge : charges) {
                if (!keys.add(charge.key)) {
                    throw new IllegalArgumentException("two charges of one request share the key '" + charge.key
                            + "'; allowed: one charge per key, with the sum as its cost");
                }
            }
        }
        return charges;
    }
}
