package io.weir.redis;

import io.weir.RateLimiterException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.redisson.api.RedissonClient;

/**
 * Has requests decided at most once, as {@link Scripts} does, and lets those that come at the same time share a round trip:
 * what comes while two calls to a server are under way leaves with the next one.
 *
 * <ol>
 *   <li>A call that finds a flight free leaves at once, on its caller's thread, by itself.
 *   <li>Otherwise it waits. A caller that gives up meanwhile is not sent; nor is one that has waited for as long as any
 *       call may take.
 *   <li>When a flight is over, all that wait leave together, 128 at most.
 * </ol>
 *
 * <p>Every server of a cluster has its own flights, so that one which hangs holds up nobody else's clients. Flights of which
 * none has ended for ten times as long as a call may take are given up for new ones.
 */
final class Batcher {

    private static final int FLIGHTS = 2;
    private static final int SEATS = 128;

    /** In time-outs: Redisson ends every call after one, or two where it waits for a connection first. */
    private static final int LOST_AFTER = 10;

    private final Scripts scripts;
    private final Drivers drivers;
    private final Shards shards;
    private final Flying flying;
    private final Duration timeout;
    private final RedisCalls counted;
    private final Map<Object, Server> servers = new ConcurrentHashMap<>();

    Batcher(RedissonClient client, Scripts scripts, Drivers drivers, Duration timeout, RedisCalls counted) {
        this.scripts = scripts;
        this.drivers = drivers;
        this.timeout = timeout;
        this.counted = counted;
        shards = Shards.of(client);
        flying = client.getConfig().isClusterConfig()
                ? new RedissonBatch(client, drivers, timeout, this::alone)
                : new OneScript(scripts, drivers);
    }

    /** What {@code acquire.lua} replies. Fails with Redisson's exception. */
    CompletableFuture<Object> send(Call call) {
        Object shard = shards.of((String) call.keys().get(0));
        if (shard == null) {
            counted.sent(1);
            CompletableFuture<Void> unused = alone(call);
            return call;
        }
        Server server = servers.computeIfAbsent(shard, one -> new Server());
        server.fly(server.flights.arrive(call));
        if (call.arrived() - server.lastDeparture > LOST_AFTER * timeout.toNanos()) {
            servers.remove(shard, server);
        }
        return call;
    }

    private boolean isGone(Call call) {
        if (System.nanoTime() - call.arrived() > timeout.toNanos()) {
            call.completeExceptionally(
                    new RateLimiterException("Redis did not answer within " + timeout.toMillis() + " ms"));
        }
        return call.isDone();
    }

    private CompletableFuture<Void> alone(Call call) {
        CompletableFuture<Object> sent =
                scripts.list(drivers.of("acquire", call.algorithms()), call.keys(), call.args());
        call.withdrawnBy(() -> sent.cancel(true));
        return sent.handle((value, error) -> {
            call.end(value, error);
            return null;
        });
    }

    /** What is under way to one server. */
    private final class Server {

        private final Flights<Call> flights = new Flights<>(FLIGHTS, SEATS, Batcher.this::isGone);
        private volatile long lastDeparture = System.nanoTime();

        void fly(List<Call> calls) {
            if (calls.isEmpty()) {
                return;
            }
            lastDeparture = System.nanoTime();
            counted.sent(calls.size());
            CompletableFuture<Void> flight;
            try {
                flight = calls.size() == 1 ? alone(calls.get(0)) : flying.together(calls);
            } catch (RuntimeException e) { // a client that was shut down throws where it would otherwise fail
                calls.forEach(call -> call.completeExceptionally(e));
                flight = CompletableFuture.failedFuture(e);
            }
            CompletableFuture<Void> unused = flight.whenComplete((done, error) -> fly(flights.land()));
        }
    }
}
