package io.weir.benchmarks.compare;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A Redis, and everybody's connections to it: what a run stands on. */
final class Setting implements AutoCloseable {

    private final @Nullable OwnRedis own;
    private final Endpoint endpoint;
    private final RedisAdmin admin;
    private final Connections connections;

    private Setting(@Nullable OwnRedis own, Endpoint endpoint, RedisAdmin admin) {
        this.own = own;
        this.endpoint = endpoint;
        this.admin = admin;
        this.connections = new Connections(endpoint);
    }

    /**
     * Starts a Redis, or takes the given one.
     *
     * @throws IllegalArgumentException if somebody uses the given one
     * @throws IOException if none can be had
     */
    static Setting start(Options options) throws IOException {
        OwnRedis own = options.redis() == null ? OwnRedis.start() : null;
        Endpoint endpoint = own == null ? new Endpoint(String.valueOf(options.redis())) : own.endpoint();
        RedisAdmin admin = new RedisAdmin(endpoint);
        if (own == null) {
            admin.requireEmpty();
        }
        return new Setting(own, endpoint, admin);
    }

    /** A way to the Redis, direct or not. */
    static final class Route implements AutoCloseable {

        private final @Nullable DelayingProxy proxy;
        private final Connections connections;

        private Route(@Nullable DelayingProxy proxy, Connections connections) {
            this.proxy = proxy;
            this.connections = connections;
        }

        List<Entrant> entrants() {
            return Entrants.all(connections);
        }

        /** Weir and the plain way. */
        List<Entrant> two() {
            return Entrants.two(connections);
        }

        @Override
        public void close() throws IOException {
            if (proxy != null) {
                connections.close();
                proxy.close();
            }
        }
    }

    /** The way to the Redis over a network with such a round trip; direct if it is zero. */
    Route route(Duration roundTrip) throws IOException {
        return roundTrip.isZero() ? new Route(null, connections) : proxied(roundTrip);
    }

    /** As {@link #route}, through the proxy in any case. */
    Route proxied(Duration roundTrip) throws IOException {
        DelayingProxy proxy = DelayingProxy.before(endpoint, roundTrip);
        return new Route(proxy, new Connections(endpoint.through(proxy.port())));
    }

    List<Entrant> entrants() {
        return Entrants.all(connections);
    }

    Endpoint endpoint() {
        return endpoint;
    }

    RedisAdmin admin() {
        return admin;
    }

    Connections connections() {
        return connections;
    }

    @Override
    public void close() {
        connections.close();
        admin.flush();
        admin.close();
        if (own != null) {
            own.close();
        }
    }
}
