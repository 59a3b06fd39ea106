package io.weir.config;

import io.weir.Durations;
import io.weir.http.FailurePolicy;
import io.weir.http.FieldFamily;
import io.weir.http.HttpGate;
import io.weir.http.Rule;
import io.weir.local.LocalRateLimiter;
import java.time.Duration;
import java.time.InstantSource;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads the whole configuration, whoever said it. */
final class GateReader {

    /**
     * What was read. Of use only if there was no problem.
     *
     * @param gate everything but the limiter
     * @param foundation what the limiter is made of
     * @param redis where the counts are, and where that was said; null only if there was a problem
     * @param reload how often to look whether the file has changed; empty for never
     */
    record Reading(
            HttpGate.Builder gate, Foundation foundation, Tree.@Nullable Text redis, Optional<Duration> reload) {}

    static final Words KEYS = Words.of(
            "redis",
            "deadline",
            "application",
            "mode",
            "on-failure",
            "local-keys",
            "trusted-proxies",
            "forwarded-header",
            "ipv6-prefix",
            "headers",
            "expose-headers",
            "exclude",
            "reload",
            MetricsReader.KEY,
            "rules");
    private static final Map<String, FieldFamily> FAMILIES = Map.of(
            "ratelimit", FieldFamily.RATELIMIT,
            "x-ratelimit", FieldFamily.X_RATELIMIT,
            "ratelimit-shadow", FieldFamily.SHADOW);
    static final Words HEADERS = Words.of("ratelimit", "x-ratelimit", "ratelimit-shadow");
    private static final Duration DEFAULT_RELOAD = Duration.ofSeconds(10);
    private static final Duration MIN_RELOAD = Duration.ofSeconds(1);
    private static final Duration MAX_RELOAD = Duration.ofDays(1);

    private final Section section;
    private final Problems problems;
    private final HttpGate.Builder gate = HttpGate.builder();

    GateReader(Tree.Entries configuration, Problems problems) {
        section = new Section(configuration, problems);
        this.problems = problems;
    }

    /**
     * Reads everything.
     *
     * @param application the name unless the configuration gives one
     */
    Reading read(String application) {
        section.allow(KEYS);
        Foundation foundation = new FoundationReader(section, problems).read(application);
        addresses();
        headers();
        if (YesOrNo.read(section, "expose-headers", problems)) {
            gate.exposeFields();
        }
        exclude();
        if (ModeReader.isShadow(section, problems)) {
            gate.shadow();
        }
        FailurePolicy onFailure = FailureReader.read(section, problems);
        if (onFailure != null) {
            gate.onFailure(onFailure);
        }
        gate.fallback(LocalRateLimiter.create(InstantSource.system(), foundation.localKeys()));
        rules();
        return new Reading(gate, foundation, section.text("redis"), reload());
    }

    private Optional<Duration> reload() {
        Tree.Text text = section.text("reload");
        if (text == null) {
            return Optional.of(DEFAULT_RELOAD);
        }
        if (text.value().equals("off")) {
            return Optional.empty();
        }
        Duration interval = new Problems().check(text.place(), () -> Durations.parse(text.value()));
        if (interval != null && interval.compareTo(MIN_RELOAD) >= 0 && interval.compareTo(MAX_RELOAD) <= 0) {
            return Optional.of(interval);
        }
        problems.add("reload '" + text.value() + "' cannot be used; allowed: off, or 1s to 1d", text.place());
        return Optional.empty();
    }

    private void addresses() {
        List<Tree.Text> proxies = section.texts("trusted-proxies");
        for (Tree.Text proxy : proxies == null ? List.<Tree.Text>of() : proxies) {
            problems.about("trusted-proxies").check(proxy.place(), () -> gate.trustedProxies(proxy.value()));
        }
        Tree.Text header = section.text("forwarded-header");
        if (header != null) {
            problems.check(header.place(), () -> gate.forwardedHeader(header.value()));
            if (proxies == null || proxies.isEmpty()) {
                problems.add(
                        "'forwarded-header' is set without 'trusted-proxies'; allowed: both, since a header is believed"
                                + " only of a proxy that is trusted",
                        header.place());
            }
        }
        Long prefix = section.number("ipv6-prefix", 16, 128);
        if (prefix != null) {
            gate.ipv6Prefix(prefix.intValue());
        }
    }

    private void headers() {
        List<Tree.Text> words = section.texts("headers");
        if (words == null) {
            return;
        }
        Set<FieldFamily> families = EnumSet.noneOf(FieldFamily.class);
        for (Tree.Text word : words) {
            FieldFamily family = FAMILIES.get(word.value());
            if (family == null) {
                problems.add(HEADERS.refuse("headers", word.value()) + "; [] for none but Retry-After", word.place());
            } else {
                families.add(family);
            }
        }
        gate.fields(families);
    }

    private void exclude() {
        List<Tree.Text> paths = section.texts("exclude");
        if (paths != null) {
            for (Tree.Text path : paths) {
                problems.about("exclude").check(path.place(), () -> gate.exclude(path.value()));
            }
        }
    }

    private void rules() {
        section.require("rules", "[{ name: all, limits: 100/1m }], or [] if only annotations limit");
        Tree value = section.value("rules");
        if (value instanceof Tree.Items list) {
            RuleReader reader = new RuleReader(problems);
            int number = 0;
            for (Tree item : list.items()) {
                number++;
                Rule rule = reader.read(item, number);
                if (rule != null) {
                    gate.rule(rule);
                }
            }
        } else if (value != null) {
            problems.add("'rules' is " + value.form() + "; allowed: a list of maps", value.place());
        }
    }
}
