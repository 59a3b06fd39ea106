package io.weir.http;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Says when decisions begin to fail and when they come again: two lines per outage, not one per request. */
final class FailureLog {

    private static final Logger log = LoggerFactory.getLogger(HttpGate.class);

    private final AtomicBoolean failing = new AtomicBoolean();
    private final AtomicLong undecided = new AtomicLong();

    void failed(RuntimeException cause) {
        undecided.incrementAndGet();
        if (failing.compareAndSet(false, true)) {
            log.warn("Rate limits cannot be decided, requests follow on-failure: {}", cause.getMessage());
        }
    }

    void decided() {
        if (failing.get() && failing.compareAndSet(true, false)) {
            log.info("Rate limits are decided again; {} requests followed on-failure", undecided.getAndSet(0));
        }
    }
}
