package io.weir.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.util.concurrent.FastThreadLocal;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class BorrowedThreadTest {

    private final FastThreadLocal<String> ours = new FastThreadLocal<>();
    private final FastThreadLocal<String> theirs = new FastThreadLocal<>();

    @AfterEach
    void tidyUp() {
        FastThreadLocal.removeAll();
    }

    @Test
    void nothingStays_whenNothingWasThere() {
        BorrowedThread.use(() -> {
            ours.set("cached");
            return null;
        });
        assertThat(FastThreadLocal.size()).isZero();
    }

    @Test
    void whatIsThereStays_whenSomebodyElseUsesNettyOnTheThread() {
        theirs.set("kept");
        BorrowedThread.use(() -> {
            ours.set("cached");
            return null;
        });
        assertThat(theirs.get()).isEqualTo("kept");
    }
}
