package io.weir.config;

import io.weir.RateLimiter;
import io.weir.redis.ConnectingRateLimiter;
import io.weir.redis.RedisUrl;
import java.time.Duration;
import java.util.function.Function;
import java.util.regex.Pattern;
import javax.naming.InitialContext;
import javax.naming.NamingException;
import org.jspecify.annotations.Nullable;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;
import org.yaml.snakeyaml.error.MarkedYAMLException;

/**
 * Reads where Redis is: a URL, a configuration file of Redisson, or the name of a client that the container owns. Never
 * repeats what may hold a password.
 */
final class RedisReader {

    static final String ALLOWED =
            "redis://host:port, rediss://host:port, a configuration file of Redisson, jndi:java:comp/env/name, or"
                    + " attribute:name of the ServletContext";

    private static final String JNDI = "jndi:";
    private static final String ATTRIBUTE = "attribute:";

    /** A scheme, of more than one letter: {@code C:} is none. */
    private static final Pattern URL = Pattern.compile("(?!classpath:|file:)[A-Za-z][A-Za-z0-9+.-]+:.*");

    private final Documents documents;
    private final Problems problems;

    RedisReader(Documents documents, Problems problems) {
        this.documents = documents;
        this.problems = problems;
    }

    /** Whether the container answers for it, and not to every thread. */
    static boolean isContainers(String value) {
        return value.strip().startsWith(JNDI) || value.strip().startsWith(ATTRIBUTE);
    }

    /** What makes a limiter with a given deadline; null if there is nothing to make it of. */
    @Nullable
    Function<Duration, RateLimiter> read(Tree.Text text) {
        String value = text.value().strip();
        if (isContainers(value)) {
            RedissonClient client = value.startsWith(JNDI)
                    ? lookUp(value.substring(JNDI.length()), text.place())
                    : attribute(value.substring(ATTRIBUTE.length()), text.place());
            return client == null ? null : deadline -> ConnectingRateLimiter.over(client, deadline);
        }
        Config config = URL.matcher(value).matches() ? url(value, text.place()) : file(value, text.place());
        return config == null ? null : deadline -> ConnectingRateLimiter.create(config, deadline);
    }

    private @Nullable Config url(String value, Place place) {
        return problems.check(place, () -> RedisUrl.parse(value).config());
    }

    private @Nullable Config file(String location, Place place) {
        if (location.isEmpty() || location.contains("@")) {
            problems.add("'redis' is neither a URL nor a file; allowed: " + ALLOWED, place);
            return null;
        }
        Documents.Document document = documents.open(location, place, problems);
        if (document == null) {
            return null;
        }
        try {
            return Config.fromYAML(document.text());
        } catch (MarkedYAMLException e) { // its message quotes the file
            int line = e.getProblemMark() == null ? 0 : e.getProblemMark().getLine() + 1;
            problems.add(
                    "Redisson cannot read '" + document.name() + "'" + (line == 0 ? "" : ", see its line " + line),
                    place);
        } catch (RuntimeException e) {
            problems.add(
                    "Redisson cannot read '" + document.name() + "': "
                            + e.getClass().getName(),
                    place);
        }
        return null;
    }

    @SuppressWarnings("BanJNDI") // the name is the operator's, and local: the container's own registry answers
    private @Nullable RedissonClient lookUp(String name, Place place) {
        if (!name.startsWith("java:")) { // anything else may fetch code from afar
            problems.add(
                    "the JNDI name '" + name + "' does not begin with java:; allowed: for instance"
                            + " jndi:java:comp/env/redis/limiter",
                    place);
            return null;
        }
        try {
            return client("JNDI name '" + name + "'", new InitialContext().lookup(name), place);
        } catch (NamingException e) {
            problems.add("the JNDI name '" + name + "' cannot be looked up: " + e, place);
        }
        return null;
    }

    private @Nullable RedissonClient attribute(String name, Place place) {
        return client("attribute '" + name + "'", documents.attribute(name), place);
    }

    private @Nullable RedissonClient client(String where, @Nullable Object found, Place place) {
        if (found instanceof RedissonClient client) {
            return client;
        }
        String type = found == null ? "nothing" : "a " + found.getClass().getName();
        problems.add(
                "the " + where + " holds " + type
                        + "; allowed: an org.redisson.api.RedissonClient of the same class loader",
                place);
        return null;
    }
}
