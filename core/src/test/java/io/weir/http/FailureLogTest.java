package io.weir.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.RateLimiterException;
import io.weir.RateLimiterException.Kind;
import io.weir.testing.Logged;
import io.weir.testing.ManualClock;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class FailureLogTest {

    private final ManualClock clock = ManualClock.create();
    private final FailureLog failures = new FailureLog(clock);
    private final Logged log = new Logged();

    @AfterEach
    void stopListening() {
        log.close();
    }

    private List<String> said() {
        return log.news(HttpGate.class);
    }

    private void fail(int times, FailurePolicy policy) {
        for (int i = 0; i < times; i++) {
            failures.failed(new RateLimiterException("gone"), policy);
        }
    }

    @Test
    void anOutageIsTwoLines_withWhatHappenedMeanwhile() {
        failures.decided();
        fail(1000, FailurePolicy.LOCAL);
        fail(20, FailurePolicy.ALLOW);
        fail(3, FailurePolicy.DENY);
        clock.advance(Duration.ofSeconds(75));
        failures.decided();
        failures.decided();
        assertThat(said())
                .containsExactly(
                        "WARN Redis has an outage, rate limits cannot be decided, and requests follow on-failure: gone",
                        "INFO Rate limits are decided in Redis again, after 75 s. Decisions meanwhile: 1000 in this JVM, 20 let"
                                + " pass, 3 refused with 503");
    }

    @Test
    void aRedisThatComesAndGoesIsToldOfOnceInTenSeconds_andNothingIsLost() {
        for (int i = 0; i < 99; i++) {
            fail(1, FailurePolicy.ALLOW);
            clock.advance(Duration.ofMillis(100));
            failures.decided();
        }
        assertThat(said()).hasSize(2);
        fail(1, FailurePolicy.ALLOW);
        clock.advance(Duration.ofSeconds(10));
        assertThat(said()).isEmpty();
        fail(1, FailurePolicy.ALLOW);
        failures.decided();
        assertThat(said()).hasSize(2).last().asString().contains("after 10 s", " 100 let pass");
    }

    @Test
    void anOutageIsTold_whenTheClockWasSetBackSinceTheLast() {
        fail(1, FailurePolicy.ALLOW);
        failures.decided();
        clock.advance(Duration.ofHours(-1));
        fail(1, FailurePolicy.ALLOW);
        assertThat(said()).hasSize(3).last().asString().startsWith("WARN Redis has an outage");
    }

    @Test
    void aMisconfigurationIsNoOutage_andIsToldAlsoInTheMiddleOfOne() {
        fail(5, FailurePolicy.ALLOW);
        failures.failed(new RateLimiterException(Kind.MISCONFIGURED, "no right"), FailurePolicy.ALLOW);
        fail(5, FailurePolicy.ALLOW);
        failures.failed(new RateLimiterException(Kind.MISCONFIGURED, "no right"), FailurePolicy.ALLOW);
        assertThat(said())
                .containsExactly(
                        "WARN Redis has an outage, rate limits cannot be decided, and requests follow on-failure: gone",
                        "ERROR Redis is misconfigured, rate limits cannot be decided, and requests follow on-failure: no right");
    }

    @Test
    void nothingIsSaid_whenACallerDoesNotWait() {
        failures.failed(new RateLimiterException(Kind.INTERRUPTED, "interrupted"), FailurePolicy.ALLOW);
        failures.decided();
        assertThat(said()).isEmpty();
    }

    @Test
    void nothingIsSaid_whenTheGateWasClosed() {
        failures.close();
        fail(3, FailurePolicy.LOCAL);
        assertThat(said()).isEmpty();
    }
}
