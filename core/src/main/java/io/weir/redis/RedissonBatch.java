package io.weir.redis;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.redisson.api.BatchOptions;
import org.redisson.api.RBatch;
import org.redisson.api.RScript;
import org.redisson.api.RScriptAsync;
import org.redisson.api.RedissonClient;
import org.redisson.client.RedisNoScriptException;

/**
 * Sends the calls as a batch of Redisson's, a script call each: on a cluster, where a script may touch the keys of one slot.
 *
 * <p>What certainly did not run is sent once more, each by itself: the server did not know the script, or named another one.
 */
final class RedissonBatch implements Flying {

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

    private final RedissonClient client;
    private final Drivers drivers;
    private final BatchOptions options;
    private final Function<Call, CompletableFuture<Void>> alone;

    /** @param alone sends a call by itself */
    RedissonBatch(
            RedissonClient client, Drivers drivers, Duration timeout, Function<Call, CompletableFuture<Void>> alone) {
        this.client = client;
        this.drivers = drivers;
        this.alone = alone;
        options = BatchOptions.defaults()
                .executionMode(BatchOptions.ExecutionMode.IN_MEMORY)
                .responseTimeout(timeout.toMillis(), TimeUnit.MILLISECONDS)
                .retryAttempts(0);
    }

    @Override
    public CompletableFuture<Void> together(List<Call> calls) {
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
                calls.stream().filter(call -> !call.isDone()).map(alone).toArray(CompletableFuture<?>[]::new));
    }

    private void add(Call call, RScriptAsync script) {
        CompletableFuture<@Nullable Object> command = script.<@Nullable Object>evalShaAsync(
                        RScript.Mode.READ_WRITE,
                        drivers.of("acquire", call.algorithms()).sha1(),
                        RScript.ReturnType.LIST,
                        call.keys(),
                        call.args().toArray())
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
}
