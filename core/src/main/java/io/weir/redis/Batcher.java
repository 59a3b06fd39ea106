package io.weir.redis;

import io.weir.RateLimiterException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.redisson.api.BatchOptions;
import org.redisson.api.RBatch;
import org.redisson.api.RScript;
import org.redisson.api.RScriptAsync;
import org.redisson.api.RedissonClient;
import org.redisson.client.RedisNoScriptException;

/**
 * Runs scripts at most once, as {@link Scripts} does, and lets those that come at the same time share a round trip: what
 * comes while two calls to a server are under way leaves with the next one.
 *
 * <ol>
 *   <li>A call that finds a flight free leaves at once, on its caller's thread, by itself.
 *   <li>Otherwise it waits. A caller that gives up meanwhile is not sent; nor is one that has waited for as long as any
 *       call may take.
 *   <li>When a flight is over, all that wait leave together, 128 at most.
 *   <li>What certainly did not run is sent once more, each by itself: Redis did not know the script, or named another
 *       server.
 * </ol>
 *
 * <p>Every server of a cluster has its own flights, so that one which hangs holds up nobody else's clients. Flights of which
 * none has ended for ten times as long as a call may take are given up for new ones.
 */
final class Batcher {

    /*
     * What a batch of Redisson 4.7 does, and what follows from it:
     *
     * - Each command's own future tells what became of it, while that of the batch fails with the first error
     *   (CommandDecoder.decodeCommandBatch).
     * - On MOVED or ASK, all commands whose futures do not hold a value are sent again, those that failed included
     *   (RedisCommonBatchExecutor.sendCommand). A command that met NOSCRIPT might so run after all, and we send it again
     *   as well. So a future that failed is overwritten with a value: what was answered is never sent again.
     * - If a command that was sent is cancelled, its batch never ends (RedisExecutor.checkAttemptPromise). So a caller
     *   that gives up does not cancel its command but gives it a value: it is skipped if it was not written yet.
     * - A command whose answer was a redirection, or "try again", keeps a future without an end if nothing came of it
     *   (BatchCommandData.tryFailure). It did not run.
     */

    private static final int FLIGHTS = 2;
    private static final int SEATS = 128;

    /** In time-outs: Redisson ends every call after one, or two where it waits for a connection first. */
    private static final int LOST_AFTER = 10;

    private final RedissonClient client;
    private final Scripts scripts;
    private final Shards shards;
    private final Duration timeout;
    private final RedisCalls counted;
    private final BatchOptions options;
    private final Map<Object, Server> servers = new ConcurrentHashMap<>();

    Batcher(RedissonClient client, Scripts scripts, Duration timeout, RedisCalls counted) {
        this.client = client;
        this.scripts = scripts;
        this.timeout = timeout;
        this.counted = counted;
        shards = Shards.of(client);
        options = BatchOptions.defaults()
                .executionMode(BatchOptions.ExecutionMode.IN_MEMORY)
                .responseTimeout(timeout.toMillis(), TimeUnit.MILLISECONDS)
                .retryAttempts(0);
    }

    /** As {@link Scripts#list}. To cancel what it returns withdraws the call, if that is still possible. */
    CompletableFuture<Object> list(LuaScript script, List<Object> keys, List<Object> args) {
        Object shard = shards.of((String) keys.get(0));
        if (shard == null) {
            counted.sent(1);
            return scripts.list(script, keys, args);
        }
        Call call = new Call(script, keys, args);
        Server server = servers.computeIfAbsent(shard, one -> new Server());
        server.fly(server.flights.arrive(call));
        if (call.arrived - server.lastDeparture > LOST_AFTER * timeout.toNanos()) {
            servers.remove(shard, server);
        }
        return call;
    }

    private boolean isGone(Call call) {
        if (System.nanoTime() - call.arrived > timeout.toNanos()) {
            call.completeExceptionally(
                    new RateLimiterException("Redis did not answer within " + timeout.toMillis() + " ms"));
        }
        return call.isDone();
    }

    private CompletableFuture<Void> alone(Call call) {
        CompletableFuture<Object> sent = scripts.list(call.script, call.keys, call.args);
        call.withdrawnBy(() -> sent.cancel(true));
        return sent.handle((value, error) -> {
            call.end(value, error);
            return null;
        });
    }

    private CompletableFuture<Void> together(List<Call> calls) {
        RBatch batch = client.createBatch(options);
        RScriptAsync script = batch.getScript(ArgumentCodec.INSTANCE);
        for (Call call : calls) {
            add(call, script);
        }
        return batch.executeAsync()
                .toCompletableFuture()
                .<@Nullable Void>handle((results, error) -> null)
                .thenCompose(over -> again(calls));
    }

    /** What has no answer when its batch is over did not run. */
    private CompletableFuture<Void> again(List<Call> calls) {
        return CompletableFuture.allOf(
                calls.stream().filter(call -> !call.isDone()).map(this::alone).toArray(CompletableFuture<?>[]::new));
    }

    private static void add(Call call, RScriptAsync script) {
        CompletableFuture<@Nullable Object> command = script.<@Nullable Object>evalShaAsync(
                        RScript.Mode.READ_WRITE,
                        call.script.sha1(),
                        RScript.ReturnType.LIST,
                        call.keys,
                        call.args.toArray())
                .toCompletableFuture();
        call.withdrawnBy(() -> command.complete(null));
        CompletableFuture<@Nullable Object> unused = command.whenComplete((value, error) -> {
            if (!(error instanceof RedisNoScriptException)) {
                call.end(value, error);
            }
            if (error != null) {
                command.obtrudeValue(null);
            }
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
                flight = calls.size() == 1 ? alone(calls.get(0)) : together(calls);
            } catch (RuntimeException e) { // a client that was shut down throws where it would otherwise fail
                calls.forEach(call -> call.completeExceptionally(e));
                flight = CompletableFuture.failedFuture(e);
            }
            CompletableFuture<Void> unused = flight.whenComplete((done, error) -> fly(flights.land()));
        }
    }

    /** A call, and its result. */
    private static final class Call extends CompletableFuture<Object> {

        private final LuaScript script;
        private final List<Object> keys;
        private final List<Object> args;
        private final long arrived = System.nanoTime();
        private volatile @Nullable Runnable withdrawal;

        Call(LuaScript script, List<Object> keys, List<Object> args) {
            this.script = script;
            this.keys = keys;
            this.args = args;
        }

        void withdrawnBy(Runnable action) {
            withdrawal = action;
            if (isCancelled()) {
                action.run();
            }
        }

        void end(@Nullable Object value, @Nullable Throwable error) {
            if (error == null) {
                complete(value);
            } else {
                completeExceptionally(error);
            }
        }

        @Override
        public boolean cancel(boolean mayInterruptIfRunning) {
            boolean cancelled = super.cancel(mayInterruptIfRunning);
            Runnable action = withdrawal;
            if (cancelled && action != null) {
                action.run();
            }
            return cancelled;
        }
    }
}
