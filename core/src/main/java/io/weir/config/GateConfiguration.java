package io.weir.config;

import io.weir.RateLimiter;
import io.weir.config.GateReader.Reading;
import io.weir.http.HttpGate;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
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
 *   <li>A file says {@code redis}, {@code deadline}, {@code application}, {@code on-failure}, {@code headers},
 *       {@code exclude} and {@code rules}. Settings can say all but {@code rules}, lists separated by commas; what both
 *       say is a mistake.
 *   <li>Every value may use <code>${NAME:default}</code>: a system property, else the environment, else the default.
 *   <li>Every mistake is told at once, and Redis is not contacted if there is any.
 * </ol>
 */
public final class GateConfiguration {

    private static final Logger log = LoggerFactory.getLogger(GateConfiguration.class);

    private static final List<String> DEFAULT_FILES =
            List.of("/WEB-INF/rate-limits.yaml", "classpath:rate-limits.yaml");

    private GateConfiguration() {}

    /** Where an adapter's container keeps files, for instance below the root of a WAR. */
    @FunctionalInterface
    public interface Resources {

        /** Opens a resource such as {@code /WEB-INF/rate-limits.yaml}; null if there is none. */
        @Nullable
        InputStream open(String path) throws IOException;
    }

    /** Whether there is anything to {@link #load}: a setting, or a file where it is looked for. */
    public static boolean isGiven(Map<String, String> settings, Resources resources) {
        return !settings.isEmpty() || defaultFile(new Documents(resources, new Problems())) != null;
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
        Problems problems = new Problems();
        Reading reading = read(settings, resources, application, variables, problems);

        // 4. Nothing is started unless nothing is wrong.
        if (!problems.isEmpty()) {
            throw problems.exception();
        }
        RateLimiter limiter = problems.check(reading.redisPlace(), reading::limiter);
        if (limiter == null) {
            throw problems.exception();
        }
        HttpGate gate = reading.gate().limiter(limiter).build();
        if (gate.rules().isEmpty()) {
            log.warn("There is no rule: only what annotations say is limited");
        } else {
            log.info("Rate limits: {}", gate.rules());
        }
        return gate;
    }

    /** All but the contact with Redis. */
    static Reading read(
            Map<String, String> given,
            Resources resources,
            String application,
            Variables variables,
            Problems problems) {
        Settings settings = Settings.read(given, variables, problems);
        Documents documents = new Documents(resources, problems);
        Tree.Entries said = new Tree.Entries(settings.entries(), Place.whole("settings"));
        if (!settings.has(Settings.LIMIT)) {
            said = merge(said, file(settings, documents, variables, problems), problems);
        }
        return new GateReader(said, problems).read(application, new RedisReader(documents, problems));
    }

    private static Tree.Entries file(Settings settings, Documents documents, Variables variables, Problems problems) {
        String location = settings.has(Settings.CONFIG) ? settings.text(Settings.CONFIG) : defaultFile(documents);
        if (location == null && !settings.has(Settings.CONFIG)) {
            Place nowhere = Place.whole("settings");
            if (settings.has(Settings.REDIS)) {
                Tree none = new Tree.Items(List.of(), nowhere);
                return new Tree.Entries(List.of(new Tree.Entry("rules", nowhere, none)), nowhere);
            }
            problems.add(
                    "there is neither " + String.join(" nor ", DEFAULT_FILES) + ", and no setting 'limit'; allowed:"
                            + " one of these, or a setting 'config' that names a file",
                    nowhere);
        }
        Documents.Document document =
                location == null ? null : documents.open(location, settings.place(Settings.CONFIG));
        if (document != null) {
            Tree tree = YamlTree.read(document.text(), document.name(), variables, problems);
            if (tree instanceof Tree.Entries entries) {
                return new Tree.Entries(entries.entries(), Place.whole(document.name()));
            }
            if (!(tree instanceof Tree.Unusable)) {
                problems.add("the file is " + tree.form() + "; allowed: a map of redis, rules and more", tree.place());
            }
        }
        throw problems.exception(); // nothing is left to look at
    }

    private static @Nullable String defaultFile(Documents documents) {
        return DEFAULT_FILES.stream().filter(documents::has).findFirst().orElse(null);
    }

    /** The entries of the file and of the settings; what both say is a problem. */
    private static Tree.Entries merge(Tree.Entries settings, Tree.Entries file, Problems problems) {
        Map<String, Place> inFile = new HashMap<>();
        file.entries().forEach(entry -> inFile.put(entry.key(), entry.place()));
        List<Tree.Entry> all = new ArrayList<>(file.entries());
        for (Tree.Entry entry : settings.entries()) {
            Place other = inFile.get(entry.key());
            if (other == null) {
                all.add(entry);
            } else {
                problems.add("'" + entry.key() + "' is set here and in " + other + "; allowed: once", entry.place());
            }
        }
        return new Tree.Entries(List.copyOf(all), file.place());
    }
}
