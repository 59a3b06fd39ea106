package io.weir.servlet;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.weir.Charge;
import io.weir.Limit;
import io.weir.RateLimiter;
import io.weir.http.ClientKey;
import io.weir.http.HttpAdapterFixture.Node;
import io.weir.http.HttpGate;
import io.weir.http.RawHttp;
import io.weir.http.Rule;
import io.weir.local.LocalRateLimiter;
import io.weir.testing.RecordingLimiter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.security.Principal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.slf4j.LoggerFactory;

/**
 * A hundred thousand requests such as no browser sends, over real sockets. None is answered 500, nobody logs a warning, no
 * key grows, no two clients share one, and no client has two. The seed is in the message of a failure; {@code
 * -Dweir.fuzz.seed} and {@code -Dweir.fuzz.inputs} choose others.
 */
class WireFuzzTest extends ServletTest {

    private static final long SEED = Long.getLong("weir.fuzz.seed", 20_190_805);
    private static final int INPUTS = Integer.getInteger("weir.fuzz.inputs", 100_000) / 2;
    private static final int WORKERS = 2;
    private static final int LONGEST_KEY = 200;

    private static final Pattern KEY = Pattern.compile("weir:fuzz:2:\\{[A-Za-z0-9._%#=+-]+}:[a-z-]+:[a-z-]+:log");

    /** Kept, since java.util.logging forgets the level of a logger that nobody holds. */
    private static final java.util.logging.Logger TOMCAT_LOG = java.util.logging.Logger.getLogger("org.apache");

    private final List<String> logged = new CopyOnWriteArrayList<>();
    private final ListAppender<ILoggingEvent> appender = new ListAppender<>();
    private final Handler handler = new Handler() {
        @Override
        public void publish(LogRecord entry) {
            logged.add(entry.getLevel() + " " + entry.getLoggerName() + ": " + entry.getMessage() + " "
                    + entry.getThrown());
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    };

    private final ThreadLocal<String> input = new ThreadLocal<>();
    private final Map<String, List<String>> keysByInput = new ConcurrentHashMap<>();
    private final Map<String, String> clientByKey = new ConcurrentHashMap<>();
    private final Map<String, String> keyByClient = new ConcurrentHashMap<>();
    private final Map<Integer, AtomicInteger> answers = new ConcurrentHashMap<>();

    @BeforeEach
    void listen() {
        appender.start();
        root().addAppender(appender);
        handler.setLevel(java.util.logging.Level.WARNING);
        TOMCAT_LOG.addHandler(handler);
    }

    @AfterEach
    void stopListening() {
        root().detachAppender(appender);
        TOMCAT_LOG.removeHandler(handler);
    }

    private static Logger root() {
        return (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
    }

    /** Not on Undertow, which answers 500 by itself, before any filter, to octets such as these in a cookie. */
    @ParameterizedTest
    @EnumSource(names = {"JETTY", "TOMCAT"})
    void nothingFails_noKeyGrows_andNoTwoClientsShareOne(Container container) throws Exception {
        Node node = serve(container, context -> {
            StandardRoutes.add(context, new Anything(), "/*");
            StandardRoutes.add(context, new Open(), "/open");
            StandardRoutes.add(context, "before", this::before);
            StandardRoutes.add(context, "limits", new RateLimitFilter(gate()));
        });
        try {
            List<String> sessions = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                sessions.add(RawHttp.to(node.address()).get("/open").body());
            }
            java.util.logging.Level quiet = TOMCAT_LOG.getLevel();
            TOMCAT_LOG.setLevel(java.util.logging.Level.WARNING);
            try {
                fuzz(container, node, sessions);
            } finally {
                TOMCAT_LOG.setLevel(quiet); // what stopping it says is not about requests
            }
        } finally {
            node.server().close();
        }
        for (ILoggingEvent event : appender.list) {
            if (event.getLevel().isGreaterOrEqual(Level.WARN)) {
                logged.add(event.toString());
            }
        }
        assertThat(logged).as("seed %d", SEED).isEmpty();
        assertThat(answers.keySet()).as("seed %d, %s", SEED, answers).contains(200, 429, 400);
        assertThat(clientByKey).as("the fuzz does reach the limiter").hasSizeGreaterThan(INPUTS / 10);
    }

    /**
     * Jetty remembers the fields of a connection, and by default takes one for another that differs in case only
     * ({@code HttpConfiguration.setHeaderCacheCaseSensitive}): then {@code c=A} is {@code c=a} to every application.
     */
    private static Node serve(Container container, Container.Application application) throws Exception {
        return container == Container.JETTY
                ? JettyServer.start(application, http -> http.setHeaderCacheCaseSensitive(true), false)
                : container.start(application);
    }

    private void fuzz(Container container, Node node, List<String> sessions) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(WORKERS);
        try {
            List<Callable<Void>> workers = new ArrayList<>();
            for (int i = 0; i < WORKERS; i++) {
                int worker = i;
                workers.add(() -> {
                    send(container, node, new WireInput.Source(new Random(SEED + worker), "w" + worker, sessions));
                    return null;
                });
            }
            for (Future<Void> worker : threads.invokeAll(workers)) {
                worker.get();
            }
        } finally {
            threads.shutdownNow();
        }
    }

    private void send(Container container, Node node, WireInput.Source source) throws IOException {
        try (WireConnection connection = new WireConnection(node.address())) {
            for (int i = 0; i < INPUTS / WORKERS; i++) {
                WireInput next = source.next();
                try {
                    int status = connection.send(next.octets(), next.isHead());
                    answers.computeIfAbsent(status, unused -> new AtomicInteger())
                            .incrementAndGet();
                    if (status >= 500 && status != 501 && status != 505) { // methods and versions that nobody has
                        throw new AssertionError("answer " + status);
                    }
                    check(next);
                } catch (IOException | AssertionError e) {
                    throw new AssertionError(
                            "-Dweir.fuzz.seed=" + SEED + ", " + container + ", input " + next + ": " + e.getMessage(),
                            e);
                }
            }
        }
    }

    private void check(WireInput sent) {
        List<String> keys = keysByInput.remove(sent.id());
        for (String key : keys == null ? List.<String>of() : keys) {
            if (key.length() > LONGEST_KEY || !KEY.matcher(key).matches()) { // of ASCII, so characters are bytes
                throw new AssertionError("key '" + key + "'");
            }
            String rule = key.substring(key.lastIndexOf('}') + 2).split(":", -1)[0];
            String name = sent.client(rule);
            if (name != null) {
                String client = rule + " " + name;
                assertSame("two clients", client, clientByKey.putIfAbsent(key, client));
                assertSame("two keys of " + client, key, keyByClient.putIfAbsent(client, key));
            }
        }
    }

    private static void assertSame(String what, String one, String other) {
        if (other != null && !other.equals(one)) {
            throw new AssertionError(what + ": '" + one + "' and '" + other + "'");
        }
    }

    private HttpGate gate() {
        RateLimiter limiter = new RecordingLimiter(LocalRateLimiter.create(), charges -> {
            if (input.get() != null) {
                keysByInput.put(input.get(), charges.stream().map(Charge::key).toList());
            }
        });
        return HttpGate.builder()
                .application("fuzz")
                .limiter(limiter)
                .trustedProxies("127.0.0.1")
                .exclude("/health", "/static/**")
                .rule(rule("by-address", "ip"))
                .rule(rule("by-user", "user | ip"))
                .rule(rule("by-header", "header:X-Api-Key"))
                .rule(rule("by-cookie", "cookie:c"))
                .rule(rule("by-session", "session"))
                .rule(rule("by-pair", "header:X-Api-Key", "ip"))
                .rule(Rule.named("everybody")
                        .key(ClientKey.parse("global"))
                        .limit(Limit.parse("1000/1s"))
                        .build())
                .build();
    }

    private static Rule rule(String name, String... keys) {
        return Rule.named(name)
                .key(ClientKey.parse(List.of(keys)))
                .limit(Limit.parse("20/1s"))
                .build();
    }

    /** Says whose request it is that the limiter is asked about, and who its user is. */
    private void before(ServletRequest request, ServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        HttpServletRequest http = (HttpServletRequest) request;
        String user = http.getHeader("X-User");
        input.set(http.getHeader("X-Input"));
        try {
            chain.doFilter(
                    new HttpServletRequestWrapper(http) {
                        @Override
                        public Principal getUserPrincipal() {
                            return user == null ? null : () -> user;
                        }
                    },
                    response);
        } finally {
            input.remove();
        }
    }

    private static final class Anything extends HttpServlet {

        private static final long serialVersionUID = 1L;

        @Override
        protected void service(HttpServletRequest request, HttpServletResponse response) {
            response.setContentLength(0);
        }
    }

    private static final class Open extends HttpServlet {

        private static final long serialVersionUID = 1L;

        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
            request.getSession();
            response.getWriter().print(response.getHeader("Set-Cookie").split(";", 2)[0]);
        }
    }
}
