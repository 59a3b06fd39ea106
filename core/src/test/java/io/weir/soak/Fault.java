package io.weir.soak;

/**
 * Something that was done to Redis.
 *
 * @param what for messages
 * @param start nanoseconds of this JVM
 * @param end when Redis was back
 * @param loses whether it may have lost what it had counted
 */
record Fault(String what, long start, long end, boolean loses) {

    boolean touches(long from, long to) {
        return start <= to && from <= end;
    }
}
