package io.weir.config;

import io.weir.RateLimiter;
import io.weir.config.Documents.Document;
import io.weir.config.GateConfiguration.Resources;
import io.weir.config.GateReader.Reading;
import io.weir.resilience.BreakingRateLimiter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What says the configuration: settings, and a file that may say something else one day. */
final class Sources {

    /**
     * What is said at the start.
     *
     * @param file the file that says it; null if settings say all
     * @param redis makes the limiter; null only if there was a problem
     */
    record Start(
            @Nullable Document file,
            Reading reading,
            @Nullable Function<Duration, RateLimiter> redis) {

        /** Connects. */
        RateLimiter limiter() {
            return BreakingRateLimiter.around(
                    Objects.requireNonNull(redis).apply(reading.foundation().deadline()));
        }

        Place redisPlace() {
            return Objects.requireNonNull(reading.redis()).place();
        }
    }

    private static final List<String> DEFAULT_FILES =
            List.of("/WEB-INF/rate-limits.yaml", "classpath:rate-limits.yaml");
    private static final Place SETTINGS = Place.whole("settings");

    private final Map<String, String> given;
    private final Documents documents;
    private final String application;
    private final Variables variables;

    Sources(Map<String, String> given, Resources resources, String application, Variables variables) {
        this.given = Map.copyOf(given);
        this.documents = new Documents(resources);
        this.application = application;
        this.variables = variables;
    }

    /** The file that is taken unless settings say otherwise; null if there is none. */
    static @Nullable String defaultFile(Documents documents) {
        return DEFAULT_FILES.stream().filter(documents::has).findFirst().orElse(null);
    }

    /**
     * Reads everything but Redis.
     *
     * @throws ConfigurationException if nothing is left to read
     */
    Start start(Problems problems) {
        Settings settings = Settings.read(given, variables, problems);
        Document file = settings.has(Settings.LIMIT) ? null : file(settings, problems);
        Reading reading = read(settings, file, problems);
        return new Start(
                file, reading, reading.redis() == null ? null : redis(problems).read(reading.redis()));
    }

    /** The file as it is now; null if it cannot be read. */
    @Nullable
    Document again(Document file, Problems problems) {
        return documents.open(file.location(), Place.whole(file.name()), problems);
    }

    /**
     * Reads everything again, from a file that has changed.
     *
     * @param running what the gate stands on: if that is to change, the new one is checked, but not asked for
     * @throws ConfigurationException if nothing is left to read
     */
    Reading reload(Document file, Foundation running, Problems problems) {
        Reading reading = read(Settings.read(given, variables, problems), file, problems);
        Tree.Text redis = reading.redis();
        if (redis != null && !redis.value().equals(running.redis()) && !RedisReader.isContainers(redis.value())) {
            redis(problems).read(redis);
        }
        return reading;
    }

    private RedisReader redis(Problems problems) {
        return new RedisReader(documents, problems);
    }

    private Reading read(Settings settings, @Nullable Document file, Problems problems) {
        Tree.Entries said = new Tree.Entries(settings.entries(), SETTINGS);
        if (file != null) {
            said = merge(said, entries(file, problems), problems);
        } else if (!settings.has(Settings.LIMIT)) {
            Tree none = new Tree.Items(List.of(), SETTINGS);
            said = merge(said, new Tree.Entries(List.of(new Tree.Entry("rules", SETTINGS, none)), SETTINGS), problems);
        }
        Reading reading = new GateReader(said, problems).read(application);
        if (reading.reload().isPresent() && (file == null || !file.mayChange())) {
            said.entries().stream()
                    .filter(entry -> entry.key().equals("reload"))
                    .forEach(entry -> problems.warn(
                            "'reload' has no effect: only a file outside of the class path may change", entry.place()));
        }
        return reading;
    }

    /** Null if settings name no file, there is none, and none is needed. */
    private @Nullable Document file(Settings settings, Problems problems) {
        String location = settings.has(Settings.CONFIG) ? settings.text(Settings.CONFIG) : defaultFile(documents);
        if (location == null && !settings.has(Settings.CONFIG)) {
            if (settings.has(Settings.REDIS)) {
                return null;
            }
            problems.add(
                    "there is neither " + String.join(" nor ", DEFAULT_FILES) + ", and no setting 'limit'; allowed:"
                            + " one of these, or a setting 'config' that names a file",
                    SETTINGS);
        }
        Document document =
                location == null ? null : documents.open(location, settings.place(Settings.CONFIG), problems);
        if (document == null) {
            throw problems.exception(); // nothing is left to look at
        }
        return document;
    }

    private Tree.Entries entries(Document document, Problems problems) {
        Tree tree = YamlTree.read(document.text(), document.name(), variables, problems);
        if (tree instanceof Tree.Entries entries) {
            return new Tree.Entries(entries.entries(), Place.whole(document.name()));
        }
        if (!(tree instanceof Tree.Unusable)) {
            problems.add("the file is " + tree.form() + "; allowed: a map of redis, rules and more", tree.place());
        }
        throw problems.exception(); // nothing is left to look at
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
