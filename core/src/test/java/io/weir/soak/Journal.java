package io.weir.soak;

import java.util.Arrays;

/** What one thread asked and heard, in arrays made at the start, so that the heap shows what others keep. */
final class Journal {

    private final int[] clients;
    private final long[] asked;
    private final long[] answered;
    private final short[] statuses;
    private int size;

    Journal(int capacity) {
        clients = new int[capacity];
        asked = new long[capacity];
        answered = new long[capacity];
        statuses = new short[capacity];
    }

    boolean isFull() {
        return size == clients.length;
    }

    /** Times are nanoseconds of this JVM. */
    void add(int client, long askedAt, long answeredAt, int status) {
        clients[size] = client;
        asked[size] = askedAt;
        answered[size] = answeredAt;
        statuses[size] = (short) status;
        size++;
    }

    int size() {
        return size;
    }

    int client(int i) {
        return clients[i];
    }

    long asked(int i) {
        return asked[i];
    }

    long answered(int i) {
        return answered[i];
    }

    int status(int i) {
        return statuses[i];
    }

    /** How long each request took, in nanoseconds. */
    long[] latencies() {
        long[] latencies = new long[size];
        Arrays.setAll(latencies, i -> answered[i] - asked[i]);
        return latencies;
    }
}
