package io.weir.examples.legacy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.weir.examples.legacy.Container.Deployed;
import io.weir.examples.legacy.Container.Server;
import io.weir.testing.TestRedis;
import java.io.IOException;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.management.ManagementFactory;
import java.lang.ref.WeakReference;
import java.lang.runtime.ObjectMethods;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import javax.management.MBeanServer;
import javax.management.MalformedObjectNameException;
import javax.management.ObjectName;
import javax.management.openmbean.TabularData;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The WAR comes and goes while clients keep asking, on a container that stays: nothing of the application stays with the
 * container, whose threads served every one of them.
 */
class RedeployIT {

    /** See {@link #letGoOfRecords}. */
    private record Another(Another other) {}

    private static final MBeanServer JMX = ManagementFactory.getPlatformMBeanServer();
    private static final ObjectName SHOWN = shown();
    private static final String REDIS_URL = "REDIS_URL";
    private static Path war;

    @TempDir
    private Path scratch;

    @BeforeAll
    static void unpack(@TempDir Path folder) throws Exception {
        war = War.unpack(folder);
    }

    @AfterEach
    void forgetTheRedis() {
        System.clearProperty(REDIS_URL);
    }

    @ParameterizedTest
    @EnumSource(Container.class)
    void nothingStays_whenTheApplicationIsUndeployedTenTimesUnderTraffic(Container container) throws Throwable {
        try (TestRedis redis = TestRedis.start()) { // in which nobody has spent anything
            System.setProperty(REDIS_URL, redis.url());
            assertNothingStays(container, 10);
        }
    }

    @ParameterizedTest
    @EnumSource(Container.class)
    void nothingStays_whenRedisIsDown(Container container) throws Throwable {
        System.setProperty(REDIS_URL, "redis://127.0.0.1:" + TestRedis.freePort());
        assertNothingStays(container, 3);
    }

    private void assertNothingStays(Container container, int rounds) throws Throwable {
        try (ContainerLog log = new ContainerLog();
                Server server = container.start(scratch);
                Traffic traffic = Traffic.to(server.address().resolve("/legacy/quote"))) {
            Set<Thread> before = Thread.getAllStackTraces().keySet();
            List<WeakReference<ClassLoader>> applications = new ArrayList<>();
            for (int round = 0; round < rounds; round++) {
                applications.add(comeAndGo(server, traffic));
            }
            assertThat(log.leaks()).isEmpty();
            assertThat(JMX.queryNames(SHOWN, null)).isEmpty();
            await().untilAsserted(
                            () -> assertThat(threadsOfApplications(before)).isEmpty());
            traffic.stop();
            letGoOfRecords();
            await().atMost(Duration.ofSeconds(30)).untilAsserted(() -> {
                visit(server.address());
                System.gc();
                assertThat(applications.stream().filter(classes -> classes.get() != null))
                        .as("applications whose classes are not gone")
                        .isEmpty();
            });
            assertThat(traffic.answers()).as("served, refused, not there").containsKeys(200, 429, 404);
            // 503 is Tomcat's while it stops an application: no rule here denies.
            assertThat(Set.of(200, 429, 404, 503)).containsAll(traffic.answers().keySet());
        }
    }

    /**
     * Jetty remembers the last connection that it heard of ({@code ManagedSelector} of 12.1, whose cursor stays on its key), also
     * if that is closed, and so the application that it spoke to. A visitor who asks for none takes its place.
     */
    private static void visit(URI server) throws IOException {
        try (Socket socket = new Socket(server.getHost(), server.getPort())) {
            socket.getOutputStream().write("GET / HTTP/1.0\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            byte[] unused = socket.getInputStream().readAllBytes();
        }
    }

    /** A method of its own, whose variables are gone with it. */
    private static WeakReference<ClassLoader> comeAndGo(Server server, Traffic traffic) throws Exception {
        try (Deployed application = server.deploy(war, "/legacy")) {
            traffic.awaitDecisions(200);
            assertThat(((TabularData) JMX.getAttribute(SHOWN, "Rules")).size()).isEqualTo(1);
            return new WeakReference<>(application.classes());
        }
    }

    private static ObjectName shown() {
        try {
            return new ObjectName("io.weir:type=RateLimits,application=legacy");
        } catch (MalformedObjectNameException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Set<String> threadsOfApplications(Set<Thread> before) {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> !before.contains(thread))
                .map(Thread::getName)
                .filter(name ->
                        name.matches("(?i)(redisson|weir|nioEventLoop|multiThreadIoEventLoop|globalEventExecutor"
                                + "|threadDeathWatcher|Timer|pool|reactor|parallel|boundedElastic).*"))
                .collect(Collectors.toSet());
    }

    /**
     * The JDK remembers the last record that it has made an {@code equals} for, and so with {@code hashCode} and
     * {@code toString} ({@code java.lang.runtime.ObjectMethods} of 17, whose method handles keep the last type that they
     * were adapted to), and so one application, whoever wrote it. Any other record takes its place.
     */
    private static void letGoOfRecords() throws Throwable {
        MethodHandles.Lookup here = MethodHandles.lookup();
        MethodType equals = MethodType.methodType(boolean.class, Another.class, Object.class);
        MethodType hashCode = MethodType.methodType(int.class, Another.class);
        MethodType toString = MethodType.methodType(String.class, Another.class);
        MethodHandle getter = here.findVirtual(Another.class, "other", MethodType.methodType(Another.class));
        Object unused = ObjectMethods.bootstrap(here, "equals", equals, Another.class, "other", getter);
        Object unusedToo = ObjectMethods.bootstrap(here, "hashCode", hashCode, Another.class, "other", getter);
        Object unusedEither = ObjectMethods.bootstrap(here, "toString", toString, Another.class, "other", getter);
    }
}
