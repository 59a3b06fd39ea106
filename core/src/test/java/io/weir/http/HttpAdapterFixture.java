package io.weir.http;

import io.weir.Limit;
import io.weir.RateLimiter;
import io.weir.local.LocalRateLimiter;
import io.weir.redis.RedissonRateLimiter;
import io.weir.testing.ManualClock;
import io.weir.testing.TestRedis;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.redisson.api.RedissonClient;

/** What {@link HttpAdapterContract} is told with: servers, gates and clients. */
public abstract class HttpAdapterFixture {

    private static final Duration DEADLINE = Duration.ofSeconds(10); // tests share two cores with the whole build
    private static RedissonClient redis;

    /** Stands, with a fraction of a second, until a test moves it. */
    final ManualClock clock = new ManualClock(Instant.parse("2019-08-05T09:27:00.3Z"));

    private final String application =
            "contract-" + UUID.randomUUID().toString().substring(0, 18);
    private final List<Node> nodes = new ArrayList<>();

    /**
     * One running server.
     *
     * @param address scheme, host, port and, if the application is not at the root, its path without a trailing slash
     * @param server stops it, and everything that was started for it
     */
    public record Node(URI address, AutoCloseable server) {}

    /**
     * Starts an application behind the given gate, on loopback, on a free port. May be called more than once in a test.
     * The application has these routes and no others; each answers {@code text/plain} and its name, unless told
     * otherwise:
     *
     * <table>
     * <caption>Routes</caption>
     * <tr><th>route<th>answer
     * <tr><td>GET, POST /api/x<td>200 {@code x}
     * <tr><td>GET /api/login<td>200 {@code login}
     * <tr><td>POST /api/login<td>401
     * <tr><td>GET /api/boom<td>throws a RuntimeException, so 500
     * <tr><td>GET /other<td>200 {@code other}
     * <tr><td>GET /api/async<td>200 {@code async}, completed by another thread after the handler has returned
     * <tr><td>GET /api/stream<td>200 {@code text/event-stream}, the events {@code data: 1}, {@code 2} and {@code 3}, each
     *     flushed by itself
     * <tr><td>POST /api/upload<td>reads its body; 200 and how many bytes it had
     * <tr><td>every other path<td>404
     * </table>
     */
    protected abstract Node start(HttpGate gate) throws Exception;

    /** How many octets of a body the server reads by itself before it answers, whoever has refused the request. */
    protected int octetsReadByTheServer() {
        return 0;
    }

    @BeforeAll
    static void connect() {
        redis = TestRedis.shared().client();
    }

    @AfterAll
    static void disconnect() {
        redis.shutdown();
    }

    @AfterEach
    void stop() throws Exception {
        for (Node node : nodes) {
            node.server().close();
        }
    }

    /** A limiter that counts in Redis, by Redis's clock. */
    static RateLimiter inRedis() {
        return RedissonRateLimiter.create(redis, DEADLINE);
    }

    /** A limiter that counts in this JVM, by {@link #clock}. */
    RateLimiter byClock() {
        return LocalRateLimiter.create(clock, 1000);
    }

    /** A gate that nobody else shares. */
    HttpGate.Builder gate(RateLimiter limiter, Rule... rules) {
        HttpGate.Builder gate = HttpGate.builder().application(application).limiter(limiter);
        for (Rule rule : rules) {
            gate.rule(rule);
        }
        return gate;
    }

    /** A rule named {@code api} for everything under {@code /api}, with one budget for everybody. */
    protected static Rule.Builder api(String... limits) {
        Rule.Builder rule = Rule.named("api").paths("/api/**").key(ClientKey.parse("global"));
        for (String limit : limits) {
            rule.limit(Limit.parse(limit));
        }
        return rule;
    }

    /** A client of an application that has the routes of {@link #start} and this gate. */
    RawHttp serve(HttpGate.Builder gate) throws Exception {
        Node node = start(gate.build());
        nodes.add(node);
        return RawHttp.to(node.address());
    }

    /** A client of an application with one rule, counted in Redis. */
    protected RawHttp serveInRedis(Rule.Builder rule) throws Exception {
        return serve(gate(inRedis(), rule.build()));
    }

    /** A client of an application with one rule, counted by {@link #clock}. */
    RawHttp serveByClock(Rule.Builder rule) throws Exception {
        return serve(gate(byClock(), rule.build()));
    }

    /** The statuses of so many equal requests, one after the other. */
    static List<Integer> statuses(RawHttp http, int requests, String target) {
        return IntStream.range(0, requests)
                .mapToObj(i -> http.get(target).status())
                .toList();
    }

    /** What is left of the tightest limit. */
    static String remaining(RawHttp.Response response) {
        return response.value("X-RateLimit-Remaining");
    }
}
