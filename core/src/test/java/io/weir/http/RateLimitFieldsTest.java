package io.weir.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.Charge;
import io.weir.Decision;
import io.weir.Limit;
import io.weir.Quota;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The vectors of the wire contract, to the letter. */
class RateLimitFieldsTest {

    private static final Instant NOW = Instant.parse("2019-08-05T09:27:00.3Z");

    private static Quota quota(String name, long permits, String window, long remaining, String wait, String reset) {
        Limit limit = new Limit(name, permits, Duration.parse(window), io.weir.Algorithm.slidingWindowLog());
        return new Quota(
                Charge.of(limit, "key"),
                remaining > 0,
                remaining,
                wait.isEmpty() ? Optional.empty() : Optional.of(Duration.parse(wait)),
                Duration.parse(reset));
    }

    private static Decision decision(Quota... quotas) {
        return Decision.of("id", List.of(quotas), Decision.Source.REDIS, NOW);
    }

    private static final Quota SPENT = quota("default", 100, "PT60S", 0, "PT4.2S", "PT59.1S");

    @Test
    void spentQuotaIsToldByAllFields() {
        Decision decision = decision(SPENT);
        assertThat(RateLimitFields.policy(decision.quotas()))
                .isEqualTo(Field.member("RateLimit-Policy", "\"default\";q=100;w=60"));
        assertThat(RateLimitFields.rateLimit(decision)).isEqualTo(Field.member("RateLimit", "\"default\";r=0;t=5"));
        assertThat(RateLimitFields.retryAfterSeconds(decision)).contains(5L);
        assertThat(RateLimitFields.xRateLimit(List.of(decision)))
                .containsExactly(
                        Field.single("X-RateLimit-Limit", "100"),
                        Field.single("X-RateLimit-Remaining", "0"),
                        Field.single("X-RateLimit-Reset", "1564997280"));
    }

    @Test
    void policyListsEveryLimit() {
        Quota burst = quota("burst", 100, "PT60S", 9, "PT1S", "PT1S");
        Quota daily = quota("daily", 1000, "PT86400S", 9, "PT1S", "PT1S");
        assertThat(RateLimitFields.policy(List.of(burst, daily)).value())
                .isEqualTo("\"burst\";q=100;w=60, \"daily\";q=1000;w=86400");
    }

    @ParameterizedTest
    @CsvSource({"PT0.4S, 1", "PT1S, 1", "PT1.000000001S, 2", "PT0.000001S, 1", "PT9.7S, 10", "PT86400S, 86400"})
    void retryAfterIsRoundedUp_andAtLeastOne(String wait, long seconds) {
        assertThat(RateLimitFields.retryAfterSeconds(decision(quota("a", 1, "PT10S", 0, wait, "PT10S"))))
                .contains(seconds);
    }

    @Test
    void retryAfterIsTheLongest_andAbsentWhereNoWaitHelps() {
        Quota soon = quota("soon", 1, "PT10S", 0, "PT1S", "PT10S");
        Quota late = quota("late", 1, "PT1H", 0, "PT50M", "PT1H");
        Quota never = quota("never", 0, "PT1H", 0, "", "PT0S");
        assertThat(RateLimitFields.retryAfterSeconds(decision(soon, late))).contains(3000L);
        assertThat(RateLimitFields.retryAfterSeconds(decision(soon, never, late)))
                .isEmpty();
    }

    @Test
    void onlyViolatedLimitsAreListed_whenRefused() {
        Quota room = quota("room", 10, "PT10S", 3, "PT1S", "PT10S");
        Quota never = quota("never", 0, "PT1H", 0, "", "PT0S");
        assertThat(RateLimitFields.rateLimit(decision(room, SPENT, never)).value())
                .isEqualTo("\"default\";r=0;t=5, \"never\";r=0");
        assertThat(RateLimitFields.rateLimit(decision(room, room)).value())
                .isEqualTo("\"room\";r=3;t=1, \"room\";r=3;t=1");
    }

    @ParameterizedTest
    @CsvSource({
        "PT0.5S, '\"a\";q=7'",
        "PT1S, '\"a\";q=7;w=1'",
        "PT1.5S, '\"a\";q=7;w=2'",
        "PT8784H, '\"a\";q=7;w=31622400'"
    })
    void windowIsInWholeSeconds_andUnderOneSecondUntold(String window, String policy) {
        assertThat(RateLimitFields.policy(List.of(quota("a", 7, window, 1, "PT1S", "PT1S")))
                        .value())
                .isEqualTo(policy);
    }

    @Test
    void olderFieldsTellOfTheTightestLimit_overAllDecisionsOfTheRequest() {
        Decision first = decision(quota("wide", 100, "PT60S", 40, "PT1S", "PT2S"));
        Decision second = decision(
                quota("tight", 10, "PT60S", 2, "PT1S", "PT3S"), quota("middle", 50, "PT60S", 20, "PT1S", "PT4S"));
        assertThat(RateLimitFields.xRateLimit(List.of(first, second)))
                .extracting(Field::value)
                .containsExactly("10", "2", "1564997224");
    }

    @Test
    void olderFieldsTellOfALimitThatRefused_evenIfAnotherHasLessLeft() {
        Limit ten = Limit.of(10, Duration.ofMinutes(1)).named("costly");
        Quota costly = new Quota(
                new Charge(ten, "key", 5), false, 3, Optional.of(Duration.ofSeconds(2)), Duration.ofSeconds(30));
        Quota other = quota("other", 10, "PT60S", 1, "PT1S", "PT60S");
        assertThat(RateLimitFields.xRateLimit(List.of(decision(other, costly))))
                .extracting(Field::value)
                .containsExactly("10", "3", "1564997251");
    }
}
