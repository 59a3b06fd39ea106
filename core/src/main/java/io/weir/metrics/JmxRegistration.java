package io.weir.metrics;

import io.weir.http.HttpGate;
import java.lang.management.ManagementFactory;
import java.util.Optional;
import javax.management.InstanceAlreadyExistsException;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A {@link RateLimitsMXBean} in the MBean server of the JVM, from its creation until it is closed; close it before the gate, or
 * the gate's classes stay. Where the JVM lets nobody register, it says so in the log and does nothing.
 */
public final class JmxRegistration implements AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(JmxRegistration.class);

    /** Gates of one application in one JVM: a container has a few hosts at most. */
    private static final int MAX_GATES = 100;

    private final @Nullable MBeanServer server;
    private final @Nullable ObjectName name;

    private JmxRegistration(@Nullable MBeanServer server, @Nullable ObjectName name) {
        this.server = server;
        this.name = name;
    }

    /**
     * Registers a gate as {@code io.weir:type=RateLimits,application=shop}. Another gate of the same application, for instance on
     * another host of the container, is {@code io.weir:type=RateLimits,application=shop,gate=2}.
     */
    public static JmxRegistration of(HttpGate gate) {
        try {
            return of(gate, ManagementFactory.getPlatformMBeanServer());
        } catch (RuntimeException | LinkageError e) { // a JVM without the module java.management has no such class
            return none(e);
        }
    }

    static JmxRegistration of(HttpGate gate, MBeanServer server) {
        GateMetrics metrics = GateMetrics.of(gate);
        try {
            return new JmxRegistration(server, register(server, new RateLimits(metrics), metrics.application()));
        } catch (JMException | RuntimeException e) {
            return none(e);
        }
    }

    private static JmxRegistration none(Throwable why) {
        log.warn("JMX shows nothing of the rate limits, which hold all the same: {}", why.toString());
        return new JmxRegistration(null, null);
    }

    /** Tries one name after the other, since only registering tells whether a name is free. */
    private static ObjectName register(MBeanServer server, RateLimits bean, String application) throws JMException {
        String first = "io.weir:type=RateLimits,application=" + application;
        for (int gate = 1; ; gate++) {
            ObjectName name = new ObjectName(gate == 1 ? first : first + ",gate=" + gate);
            try {
                server.registerMBean(bean, name);
                return name;
            } catch (InstanceAlreadyExistsException e) {
                if (gate == MAX_GATES) {
                    throw e;
                }
            }
        }
    }

    /** The name; empty if it could not be registered. */
    public Optional<ObjectName> name() {
        return Optional.ofNullable(name);
    }

    @Override
    public void close() {
        if (server != null && name != null) {
            try {
                server.unregisterMBean(name);
            } catch (JMException | RuntimeException e) { // somebody else was there first
                log.warn("{} cannot be taken out of JMX: {}", name, e.toString());
            }
        }
    }
}
