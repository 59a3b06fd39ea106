package io.weir.examples.demo;

import io.weir.config.ConfigurationException;
import io.weir.redis.RedisUrl;
import java.net.BindException;
import java.net.URI;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Starts the demo: a web application with limits, and unless told of one a Redis to count in. */
public final class Demo implements AutoCloseable {

    private final @Nullable OwnRedis ownRedis;
    private final String redis;
    private final WebServer server;

    private Demo(@Nullable OwnRedis ownRedis, String redis, WebServer server) {
        this.ownRedis = ownRedis;
        this.redis = redis;
        this.server = server;
    }

    /** Starts the demo and tells what to try; exits with 2 if it does not understand, and with 1 if it cannot start. */
    public static void main(String[] args) {
        Arguments arguments;
        try {
            arguments = Arguments.parse(args);
        } catch (IllegalArgumentException e) {
            exit(2, e.getMessage());
            return;
        }
        if (arguments.help()) {
            System.out.print(Arguments.HELP);
            return;
        }
        try {
            Demo demo = start(arguments);
            Runtime.getRuntime().addShutdownHook(new Thread(demo::close));
            System.out.print(demo.greeting());
        } catch (Exception e) {
            exit(1, explain(arguments, e));
        }
    }

    /** @throws Exception if it cannot start; nothing is left running then */
    static Demo start(Arguments arguments) throws Exception {
        OwnRedis own = arguments.redis() == null ? OwnRedis.start() : null;
        String redis = own == null ? String.valueOf(arguments.redis()) : own.url();
        try {
            return new Demo(own, redis, WebServer.start(arguments.port(), redis));
        } catch (Exception e) {
            if (own != null) {
                own.close();
            }
            throw e;
        }
    }

    /** Where it listens, without a slash behind. */
    URI address() {
        return server.address();
    }

    /** What a person reads who has just started the demo. */
    String greeting() {
        return """
                Weir demo: %1$s/ (a page to send bursts from; Ctrl-C stops the demo)

                It counts in %2$s, %3$s.
                A second node of it, which shares every window: add --port 0 --redis %2$s

                Rules in force:
                  %4$s

                Try each of these a few times:
                  %5$s
                """.formatted(
                        server.address(),
                        RedisUrl.parse(redis),
                        ownRedis == null ? "as --redis says" : "which it has started for itself",
                        String.join("\n  ", server.rules()),
                        String.join("\n  ", curlLines()));
    }

    /** Commands that show a limit each, first with room and then without. */
    List<String> curlLines() {
        return List.of(
                "curl -i " + server.address() + "/hello",
                "curl -i -H \"X-Api-Key: alice\" " + server.address() + "/api/time",
                "curl -i -X POST " + server.address() + "/api/reports");
    }

    /** Stops the server, then the Redis that the demo has started. */
    @Override
    public void close() {
        server.close();
        if (ownRedis != null) {
            ownRedis.close();
        }
    }

    /** What a person needs to know of a failed start. */
    static String explain(Arguments arguments, Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof BindException) {
                return "port " + arguments.port() + " cannot be had: " + cause.getMessage()
                        + "; allowed: --port N with another, or --port 0 for any free one";
            }
            if (cause instanceof ConfigurationException) {
                return String.valueOf(cause.getMessage());
            }
        }
        return "the demo cannot start: " + failure.getMessage();
    }

    private static void exit(int status, @Nullable String message) {
        System.err.println(message);
        System.exit(status);
    }
}
