package io.weir.benchmarks.compare;

import java.io.IOException;
import java.util.List;

/** A limiter under measurement, with one limit for all of its clients; used by many threads at once. */
interface Subject {

    /**
     * Whether the request of a client is admitted; throws whatever the limiter throws if it cannot say.
     *
     * @param client 0 and more
     */
    boolean acquire(int client) throws Exception;

    /** What a client needs before its first request, where an application prepares it once and not per request. */
    default void prepare(int clients) {}

    /** Where a client's state is, after requests of it: the keys in Redis. */
    default List<String> keys(int client) {
        return List.of();
    }

    /** How many of so many permits a client must take for its keys to be as large as they get. */
    default long permitsToFill(long permits) {
        return permits;
    }

    /** Releases what the subject itself opened. */
    default void close() throws IOException {}
}
