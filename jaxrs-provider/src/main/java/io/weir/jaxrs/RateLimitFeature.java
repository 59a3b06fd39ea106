package io.weir.jaxrs;

import io.weir.config.GateConfiguration;
import io.weir.http.ClientKey;
import io.weir.http.HttpGate;
import io.weir.http.Rule;
import jakarta.annotation.PreDestroy;
import jakarta.ws.rs.ConstrainedTo;
import jakarta.ws.rs.RuntimeType;
import jakarta.ws.rs.core.Application;
import jakarta.ws.rs.core.Configuration;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.Feature;
import jakarta.ws.rs.core.FeatureContext;
import jakarta.ws.rs.ext.Provider;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Limits the requests of a Jakarta REST application.
 *
 * <p>Jakarta REST 3.1 and newer finds it on the class path; on 3.0 register the class. It decides with the first of these:
 *
 * <ol>
 *   <li>the gate that it was given;
 *   <li>the gate in the {@code ServletContext}, which the servlet filter puts there: each rule is then charged once;
 *   <li>one made by {@link GateConfiguration} from what starts with {@code weir.} among the properties of the application
 *       and the parameters of the deployment, or from a {@code rate-limits.yaml}.
 * </ol>
 *
 * <p>Where there is none of these it limits nothing and says so in one line of the log; but if a resource is
 * {@link RateLimited}, the application does not start.
 *
 * <p>Paths of rules are those within the web application, as for the servlet filter; outside of a servlet container, those
 * within the base URI.
 *
 * <p>A gate that the feature made is closed when the runtime destroys the feature, as Jersey does if it was registered as
 * a class, with the web application, which {@link UndeployListener} hears of, and else by {@link #close}.
 */
@Provider
@ConstrainedTo(RuntimeType.SERVER)
public sealed class RateLimitFeature implements Feature, AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(RateLimitFeature.class);
    private static final String PREFIX = "weir.";
    private static final String SURROUNDINGS = Surroundings.class.getName();

    /** A class of its own: a runtime registers one component of a class, and may have found the other by itself. */
    @ConstrainedTo(RuntimeType.SERVER)
    private static final class ByHand extends RateLimitFeature {
        ByHand(@Nullable HttpGate gate, @Nullable PeerAddress peer) {
            super(gate, peer);
        }
    }

    private final @Nullable HttpGate givenGate;
    private final @Nullable PeerAddress givenPeer;
    private @Nullable HttpGate ownGate;

    @Context
    private @Nullable Application application;

    /** For the runtime: looks for its configuration when the application starts. */
    public RateLimitFeature() {
        this(null, null);
    }

    private RateLimitFeature(@Nullable HttpGate gate, @Nullable PeerAddress peer) {
        givenGate = gate;
        givenPeer = peer;
    }

    /** A feature that decides with this gate, which stays the caller's to close. */
    public static RateLimitFeature of(HttpGate gate) {
        return new ByHand(gate, null);
    }

    /** The same, but asking the application for the address of the peer, and not the container. */
    public RateLimitFeature peerAddress(PeerAddress peer) {
        return new ByHand(givenGate, peer);
    }

    /**
     * Registers the filters.
     *
     * @throws IllegalArgumentException if a rule needs the address of the peer, or sessions, and nobody knows them
     * @throws io.weir.config.ConfigurationException if the configuration cannot be used
     */
    @Override
    public boolean configure(FeatureContext context) {
        if (Phases.areRegistered(context.getConfiguration())) {
            if (this instanceof ByHand) {
                log.warn("RateLimitFeature is registered more than once; the first registration holds");
            }
            return false;
        }
        if (context.getConfiguration().getProperty(SURROUNDINGS) instanceof Surroundings surroundings) {
            configure(context, surroundings);
        } else if (isOnClassPath("jakarta.servlet.http.HttpServletRequest")) {
            context.register(new ServletSurroundings(this::configure));
        } else {
            configure(context, Surroundings.NONE);
        }
        return true;
    }

    /** Closes the gate that this feature made; one that it was given stays open. */
    @Override
    @PreDestroy
    public void close() {
        if (ownGate != null) {
            ownGate.close();
            ownGate = null;
        }
    }

    private void configure(FeatureContext context, Surroundings surroundings) {
        context.property(SURROUNDINGS, surroundings);
        HttpGate gate = gate(context.getConfiguration(), surroundings);
        if (gate == null) {
            context.register(new Unconfigured(context.getConfiguration(), this::resources));
            return;
        }
        Consumer<Rule> check = rule -> requireKey(rule, surroundings);
        gate.inspect(check);
        Locators locators = new Locators();
        AnnotatedRules annotated = new AnnotatedRules(locators, gate::rules, check);
        resources(context.getConfiguration()).forEach(annotated::check);
        PeerAddress peer = givenPeer == null ? request -> surroundings.remoteAddress() : givenPeer;
        Phases.register(
                context, annotated, new RestGate(gate, annotated, new RouteTemplates(locators), surroundings, peer));
    }

    private @Nullable HttpGate gate(Configuration configuration, Surroundings surroundings) {
        if (givenGate != null) {
            return givenGate;
        }
        HttpGate shared = surroundings.sharedGate();
        if (shared != null) {
            log.info("Weir's provider decides with the gate of this web application; each rule is charged once");
            return shared;
        }
        Map<String, String> settings = settings(configuration, surroundings);
        if (!GateConfiguration.isGiven(settings, surroundings.resources())) {
            return null;
        }
        ownGate = GateConfiguration.load(settings, surroundings.resources(), surroundings.application());
        surroundings.atTheEnd(this::close);
        return ownGate;
    }

    /** Properties win over parameters. RESTEasy passes the application's own ones on only after this. */
    private Map<String, String> settings(Configuration configuration, Surroundings surroundings) {
        Map<String, Object> all = new HashMap<>(surroundings.settings());
        if (application != null) {
            all.putAll(application.getProperties());
        }
        all.putAll(configuration.getProperties());
        Map<String, String> settings = new HashMap<>();
        all.forEach((name, value) -> {
            if (name.startsWith(PREFIX)) {
                settings.put(name, value.toString());
            }
        });
        return settings;
    }

    /**
     * Classes of which some are resources: a {@code DynamicFeature} hears of methods that answer, and so not of a class that
     * has nothing but locators. RESTEasy 6.2 names its resources only as classes of the application. Those of singletons are
     * not asked for: an application may make new ones each time.
     */
    private Set<Class<?>> resources(Configuration configuration) {
        Set<Class<?>> all = new HashSet<>(configuration.getClasses());
        configuration.getInstances().forEach(instance -> all.add(instance.getClass()));
        if (application != null) {
            all.addAll(application.getClasses());
        }
        return all;
    }

    private void requireKey(Rule rule, Surroundings surroundings) {
        if (surroundings.knowsClients()) {
            return;
        }
        if (rule.key().needs().contains(ClientKey.Need.SESSION)) {
            throw new IllegalArgumentException("rule '" + rule.name() + "' has the key '" + rule.key()
                    + "', but without a servlet container there are no sessions; allowed: a key without session");
        }
        if (rule.key().needs().contains(ClientKey.Need.ADDRESS) && givenPeer == null) {
            throw new IllegalArgumentException("rule '" + rule.name() + "' has the key '" + rule.key()
                    + "', but without a servlet container nobody knows the address of the peer; allowed: a key without"
                    + " ip, or an address from code (RateLimitFeature.peerAddress)");
        }
    }

    private static boolean isOnClassPath(String name) {
        try {
            Class.forName(name, false, RateLimitFeature.class.getClassLoader());
            return true;
        } catch (ClassNotFoundException e) {
            return false;
        }
    }
}
