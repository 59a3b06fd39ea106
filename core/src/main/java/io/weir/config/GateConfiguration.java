package io.weir.config;

import io.weir.RateLimiter;
import io.weir.config.Documents.Document;
import io.weir.config.Sources.Start;
import io.weir.http.HttpGate;
import io.weir.resilience.DenialCache;
import java.io.IOException;
import java.io.InputStream;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Builds a ready gate from settings, which an adapter takes from its container.
 *
 * <ol>
 *   <li>The settings name a file with {@code config}, or give a {@code limit} (for instance {@code 100/1m}, several
 *       separated by commas) and perhaps a {@code key} themselves: that is the rule {@code default}, for every path.
 *       Without either, the file is {@code /WEB-INF/rate-limits.yaml}, or {@code rate-limits.yaml} on the class path;
 *       without a file, {@code redis} alone makes a gate without rules, for annotations.
 *   <li>A file says {@code redis}, {@code deadline}, {@code application}, {@code mode}, {@code on-failure},
 *       {@code headers}, {@code exclude}, {@code reload}, {@code metrics} and {@code rules}. Settings can say all but {@code rules}, lists
 *       separated by commas, and of the rule that {@code limit} makes also {@code algorithm}, {@code cost} and
 *       {@code count}; what both say is a mistake.
 *   <li>Every value may use <code>${NAME:default}</code>: a system property, else the environment, else the default.
 *   <li>Every mistake is told at once, and Redis is not contacted if there is any.
 *   <li>A file that is not on the class path is looked at again every {@code reload}, 10 s unless it says otherwise. The
 *       gate goes by what it says from the next request on, and keeps what it has counted. A file with a mistake is
 *       refused, with all of them in the log, and the last good one stays in force. A change of {@code redis},
 *       {@code deadline}, {@code local-keys}, {@code metrics} or {@code application} waits for the next start.
 * </ol>
 *
 * <p>{@code io.weir.config} describes the file.
 */
public final class GateConfiguration {

    private static final Logger log = LoggerFactory.getLogger(GateConfiguration.class);

    private GateConfiguration() {}

    /** Where an adapter's container keeps files, for instance below the root of a WAR. */
    @FunctionalInterface
    public interface Resources {

        /**
         * Opens a resource such as {@code /WEB-INF/rate-limits.yaml}; null if there is none. Called at the start, and then
         * from a thread of the gate's until the gate is closed, to see whether the file has changed.
         */
        @Nullable
        InputStream open(String path) throws IOException;

        /**
         * What the container holds under a name, for instance a client of Redis in an attribute of the
         * {@code ServletContext}; null if there is nothing. Called at the start only.
         */
        default @Nullable Object attribute(String name) {
            return null;
        }
    }

    /** Whether there is anything to {@link #load}: a setting, or a file where it is looked for. */
    public static boolean isGiven(Map<String, String> settings, Resources resources) {
        return !settings.isEmpty() || Sources.defaultFile(new Documents(resources)) != null;
    }

    /**
     * Builds the gate. Returns within about two seconds also when Redis cannot be reached; the gate's limits then apply
     * as soon as it can.
     *
     * @param settings init-params of a filter or properties of a JAX-RS application, with or without {@code weir.}
     *     before their names
     * @param resources the container's files
     * @param application keeps this application's counts apart where the configuration names none
     * @throws ConfigurationException if anything is wrong: all of it, each with its place
     */
    public static HttpGate load(Map<String, String> settings, Resources resources, String application) {
        return load(settings, resources, application, Variables.ofProcess());
    }

    static HttpGate load(Map<String, String> settings, Resources resources, String application, Variables variables) {
        // 1. to 3. What the configuration says.
        Sources sources = new Sources(settings, resources, application, variables);
        Problems problems = new Problems();
        Start start = sources.start(problems);

        // 4. All mistakes, else Redis.
        if (!problems.isEmpty()) {
            throw problems.exception();
        }
        RateLimiter limiter = problems.check(start.redisPlace(), start::limiter);
        if (limiter == null) {
            throw problems.exception();
        }

        // 5. The gate, and whoever looks after it.
        Foundation foundation = start.reading().foundation();
        Watch watch = new Watch("weir-reload-" + foundation.application());
        Views views = new Views();
        HttpGate gate = start.reading()
                .gate()
                .application(foundation.application())
                .limiter(DenialCache.before(limiter))
                .limiterOfRefunds(limiter)
                .onClose(() -> {
                    watch.close();
                    views.close();
                })
                .build();
        views.open(gate, foundation.metrics());
        problems.warnings().forEach(log::warn);
        if (gate.rules().isEmpty()) {
            log.warn("There is no rule: only what annotations say is limited");
        } else {
            log.info("Rate limits: {}", gate.rules());
        }
        Document file = start.file();
        if (file != null && file.mayChange()) {
            start.reading()
                    .reload()
                    .ifPresent(first -> watch.start(first, new Reload(sources, file, start.reading(), gate)::look));
        }
        return gate;
    }
}
