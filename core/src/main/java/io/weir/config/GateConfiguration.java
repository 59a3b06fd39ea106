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
 *       Without either, the file is {@code /WEB-INF/rate-limits.yaml}, or {@code rate-limits.yaml} on the class path.
 *   <li>The file's keys are {@code redis}, {@code deadline}, {@code application}, {@code on-failure}, {@code headers},
 *       {@code exclude} and {@code rules}. All but {@code rules} may be settings as well, lists separated by commas;
 *       what is said by both is a mistake.
 *   <li>Every value may use <code>${NAME:default}</code>: a system property, else the environment, else the default.
 *   <li>What is wrong is collected, and nothing is started unless nothing is.
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
        Problems problems = new Problems();
        Reading reading = read(settings, resources, application, variables, problems);
        if (!problems.isEmpty()) {
            throw problems.exception();
        }
        RateLimiter limiter = problems.check(reading.redisPlace(), reading::limiter);
        if (limiter == null) {
            throw problems.exception();
        }
        HttpGate gate = reading.gate().limiter(limiter).build();
        log.info("Rate limits: {}", reading.rules());
        return gate;
    }

    /** Everything but the connection, for tests. */
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
        Place place = settings.place(Settings.CONFIG);
        String location = settings.has(Settings.CONFIG)
                ? settings.text(Settings.CONFIG)
                : DEFAULT_FILES.stream().filter(documents::has).findFirst().orElse(null);
        if (location == null && !settings.has(Settings.CONFIG)) {
            problems.add(
                    "there is neither " + String.join(" nor ", DEFAULT_FILES) + ", nor a setting 'limit'; allowed:"
                            + " one of these, or a setting 'config' that names a file",
                    Place.whole("settings"));
        }
        Documents.Document document = location == null ? null : documents.open(location, place);
        Tree tree = document == null ? null : YamlTree.read(document.text(), document.name(), variables, problems);
        if (document != null && tree instanceof Tree.Entries entries) {
            return new Tree.Entries(entries.entries(), Place.whole(document.name()));
        }
        if (tree != null && !(tree instanceof Tree.Unusable)) {
            problems.add("the file is " + tree.form() + "; allowed: a map with redis, rules and more", tree.place());
        }
        throw problems.exception(); // there is nothing to look at for more
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
