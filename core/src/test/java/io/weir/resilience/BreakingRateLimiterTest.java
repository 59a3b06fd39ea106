package io.weir.resilience;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.Charge;
import io.weir.Decision;
import io.weir.Limit;
import io.weir.RateLimiter;
import io.weir.RateLimiterException;
import io.weir.RateLimiterException.Kind;
import io.weir.local.LocalRateLimiter;
import io.weir.testing.FailingLimiter;
import io.weir.testing.ManualClock;
import io.weir.testing.RecordingLimiter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class BreakingRateLimiterTest {

    private static final List<Charge> CHARGES = List.of(new Charge(Limit.parse("1000/1m"), "k", 1));

    private final ManualClock clock = ManualClock.create();
    private int asked;
    private RuntimeException failure;

    /** Throws as a limiter whose Redis is gone, or as the test says, for as long as it says so. */
    private final RateLimiter inner = new RecordingLimiter(LocalRateLimiter.create(clock, 1000), charges -> {
        asked++;
        if (failure != null) {
            throw failure;
        }
    });

    private final BreakingRateLimiter limiter = BreakingRateLimiter.around(inner, () -> clock.micros() * 1000);

    private boolean decides() {
        try {
            return limiter.acquire(CHARGES).allowed();
        } catch (RuntimeException e) {
            return false;
        }
    }

    private void fail(int times, RuntimeException reason) {
        failure = reason;
        for (int i = 0; i < times; i++) {
            assertThatThrownBy(() -> limiter.acquire(CHARGES)).isSameAs(reason);
        }
    }

    private static RateLimiterException outage() {
        return new RateLimiterException("gone");
    }

    @Test
    void nobodyIsAsked_afterFiveFailures() {
        fail(5, outage());
        assertThat(limiter.isOpen()).isTrue();
        assertThatThrownBy(() -> limiter.acquire(CHARGES))
                .isInstanceOf(RateLimiterException.class)
                .hasMessage("Redis did not answer before, and is asked once a second");
        assertThat(limiter.acquireAsync(CHARGES)).isCompletedExceptionally();
        assertThat(asked).isEqualTo(5);
    }

    @Test
    void oneIsAskedASecond_andTheFirstAnswerClosesIt() {
        fail(5, outage());
        clock.advance(Duration.ofMillis(1001));
        assertThat(decides()).isFalse();
        assertThat(decides()).isFalse();
        assertThat(asked).isEqualTo(6);

        failure = null;
        assertThat(decides()).as("within the next second").isFalse();
        clock.advance(Duration.ofMillis(1001));
        for (int i = 0; i < 20; i++) {
            assertThat(decides()).isTrue();
        }
        assertThat(limiter.isOpen()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(ints = {9, 10, 11, 1000})
    void fiveFailuresOpenIt_howeverManyAnswersThereWere(int answers) {
        for (int i = 0; i < answers; i++) {
            assertThat(decides()).isTrue();
        }
        fail(4, outage());
        assertThat(limiter.isOpen()).isFalse();
        fail(1, outage());
        assertThat(limiter.isOpen()).isTrue();
    }

    @Test
    void theFirstAnswerClosesIt_whenManyCameAfterItHadOpened() {
        List<CompletableFuture<Decision>> late = new ArrayList<>();
        BreakingRateLimiter breaking = BreakingRateLimiter.around(
                new RecordingLimiter(inner, charges -> {}) {
                    @Override
                    public CompletableFuture<Decision> acquireAsync(List<Charge> charges) {
                        late.add(new CompletableFuture<>());
                        return late.get(late.size() - 1);
                    }
                },
                () -> clock.micros() * 1000);
        for (int i = 0; i < 12; i++) {
            CompletableFuture<Decision> unused = breaking.acquireAsync(CHARGES);
        }
        failure = outage();
        for (int i = 0; i < 5; i++) {
            assertThatThrownBy(() -> breaking.acquire(CHARGES)).isSameAs(failure);
        }
        failure = null;
        late.forEach(one -> one.complete(inner.acquire(CHARGES)));
        clock.advance(Duration.ofMillis(1001));
        for (int i = 0; i < 20; i++) {
            assertThat(breaking.acquire(CHARGES).allowed()).isTrue();
        }
    }

    @Test
    void itStaysClosed_whenFewerThanHalfFail() {
        for (int i = 0; i < 50; i++) {
            failure = i % 3 == 0 ? outage() : null;
            boolean unused = decides();
        }
        assertThat(asked).isEqualTo(50);
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "OUTAGE")
    void itStaysClosed_whenRedisAnswersOrTheCallerDoesNotWait(Kind kind) {
        fail(50, new RateLimiterException(kind, "no"));
        fail(50, new IllegalArgumentException("no"));
        assertThat(asked).isEqualTo(100);
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "OUTAGE")
    void anotherIsAsked_whenTheFirstAskedAgainTellsNothing(Kind kind) {
        fail(5, outage());
        clock.advance(Duration.ofMillis(1001));
        fail(1, new RateLimiterException(kind, "no"));
        failure = null;
        assertThat(decides()).isTrue();
    }

    @Test
    void asynchronousCallsCountToo() {
        RateLimiter failing = new FailingLimiter();
        BreakingRateLimiter breaking = BreakingRateLimiter.around(failing, () -> clock.micros() * 1000);
        for (int i = 0; i < 5; i++) {
            assertThat(breaking.acquireAsync(CHARGES)).isCompletedExceptionally();
        }
        assertThat(breaking.isOpen()).isTrue();
        assertThatThrownBy(() -> breaking.acquireAsync(CHARGES).join())
                .isInstanceOf(CompletionException.class)
                .hasRootCauseMessage("Redis did not answer before, and is asked once a second");
    }

    @Test
    void everythingElsePassesThrough() {
        CompletableFuture<Decision> decision = limiter.acquireAsync(CHARGES);
        assertThat(decision.join().quotas().get(0).remaining()).isEqualTo(999);
        assertThat(limiter.refund(decision.join())).isCompleted();
        assertThat(limiter.peek(CHARGES).quotas().get(0).remaining()).isEqualTo(1000);
        limiter.block(CHARGES.get(0), Duration.ofSeconds(1)).join();
        assertThat(limiter.acquire(CHARGES).allowed()).isFalse();
        limiter.unblock(CHARGES.get(0)).join();
        assertThat(limiter.acquire(CHARGES).allowed()).isTrue();
        limiter.reset("k").join();
        assertThat(limiter.peek(CHARGES).quotas().get(0).remaining()).isEqualTo(1000);
        limiter.close();
    }
}
