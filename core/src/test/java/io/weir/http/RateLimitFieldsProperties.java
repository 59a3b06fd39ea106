package io.weir.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.Algorithm;
import io.weir.Charge;
import io.weir.Decision;
import io.weir.Limit;
import io.weir.Quota;
import io.weir.http.StructuredFields.Member;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Whatever limits there are and whatever is left of them, a parser that is not ours reads what was meant. */
class RateLimitFieldsProperties {

    @Property
    void policyIsReadAsItWasMeant(@ForAll("quotas") List<Quota> quotas) {
        List<Member> members =
                StructuredFields.members(RateLimitFields.policy(quotas).value());
        assertThat(members).hasSameSizeAs(quotas);
        for (int i = 0; i < quotas.size(); i++) {
            Limit limit = quotas.get(i).limit();
            Member member = members.get(i);
            assertThat(member.name()).isEqualTo(limit.name());
            assertThat(member.integers()).containsEntry("q", limit.permits());
            if (limit.window().toMillis() < 1000) {
                assertThat(member.integers()).containsOnlyKeys("q");
            } else {
                assertThat(member.integers()).containsOnlyKeys("q", "w");
                assertThat(Duration.ofSeconds(member.integers().get("w")))
                        .isBetween(limit.window(), limit.window().plusSeconds(1));
            }
        }
    }

    @Property
    void standingIsReadAsItWasMeant(@ForAll("quotas") List<Quota> quotas) {
        Decision decision = Decision.of("id", quotas, Decision.Source.LOCAL, Instant.EPOCH);
        List<Quota> told = decision.allowed()
                ? quotas
                : quotas.stream().filter(quota -> !quota.allowed()).toList();
        assertTells(
                told,
                StructuredFields.members(RateLimitFields.rateLimit(decision).value()));
        List<Member> shadow =
                StructuredFields.members(RateLimitFields.shadow(quotas).value());
        assertTells(quotas, shadow);
        for (int i = 0; i < quotas.size(); i++) {
            assertThat(shadow.get(i).flags().contains("denied"))
                    .isNotEqualTo(quotas.get(i).allowed());
        }
    }

    private static void assertTells(List<Quota> quotas, List<Member> members) {
        assertThat(members).hasSameSizeAs(quotas);
        for (int i = 0; i < quotas.size(); i++) {
            Quota quota = quotas.get(i);
            Member member = members.get(i);
            assertThat(member.name()).isEqualTo(quota.limit().name());
            assertThat(member.integers()).containsEntry("r", quota.remaining());
            assertThat(member.integers().containsKey("t"))
                    .isEqualTo(quota.availableAfter().isPresent());
            quota.availableAfter()
                    .ifPresent(wait -> assertThat(
                                    Duration.ofSeconds(member.integers().get("t")))
                            .isBetween(wait, wait.plusSeconds(1)));
        }
    }

    @Provide
    Arbitrary<List<Quota>> quotas() {
        Arbitrary<Duration> waits =
                Arbitraries.longs().between(0, Limit.MAX_WINDOW.toNanos()).map(Duration::ofNanos);
        return Combinators.combine(
                        limits(),
                        Arbitraries.longs().between(0, Limit.MAX_PERMITS),
                        Arbitraries.of(true, false),
                        waits.optional())
                .as(RateLimitFieldsProperties::quota)
                .list()
                .ofMinSize(1)
                .ofMaxSize(5);
    }

    private static Quota quota(Limit limit, long remaining, boolean allowed, Optional<Duration> wait) {
        return new Quota(
                Charge.of(limit, "key"), allowed, Math.min(remaining, limit.permits()), wait, Duration.ofSeconds(1));
    }

    private static Arbitrary<Limit> limits() {
        Arbitrary<String> names = Combinators.combine(
                        Arbitraries.chars().range('a', 'z').range('A', 'Z'),
                        Arbitraries.strings()
                                .withCharRange('a', 'z')
                                .withCharRange('A', 'Z')
                                .withCharRange('0', '9')
                                .withChars('_', '-')
                                .ofMaxLength(Limit.MAX_NAME_LENGTH - 1))
                .as((first, rest) -> first + rest);
        Arbitrary<Long> permits = Arbitraries.longs().between(0, Limit.MAX_PERMITS);
        Arbitrary<Duration> windows = Arbitraries.longs()
                .between(1_000, Limit.MAX_WINDOW.toNanos() / 1000)
                .map(micros -> Duration.ofNanos(1000 * micros));
        return Combinators.combine(names, permits, windows)
                .as((name, count, window) -> new Limit(name, count, window, Algorithm.slidingWindowLog()));
    }
}
