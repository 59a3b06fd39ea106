package io.weir.benchmarks.compare;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.HashMap;
import java.util.Map;

/** Bytes that each thread of this JVM has allocated, Netty's included. */
record Allocations(Map<Long, Long> bytes) {

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    static Allocations now() {
        long[] ids = THREADS.getAllThreadIds();
        long[] allocated = THREADS.getThreadAllocatedBytes(ids);
        Map<Long, Long> bytes = new HashMap<>();
        for (int i = 0; i < ids.length; i++) {
            bytes.put(ids[i], Math.max(0, allocated[i]));
        }
        return new Allocations(bytes);
    }

    /** By the threads that live now; those that came meanwhile count whole. */
    long since(Allocations before) {
        long sum = 0;
        for (Map.Entry<Long, Long> thread : bytes.entrySet()) {
            sum += thread.getValue() - before.bytes.getOrDefault(thread.getKey(), 0L);
        }
        return sum;
    }
}
