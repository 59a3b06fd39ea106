package io.weir.redis;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.redisson.api.RScript;
import org.redisson.api.RedissonClient;
import org.redisson.api.options.OptionalOptions;
import org.redisson.client.RedisNoScriptException;

/**
 * Runs scripts at most once.
 *
 * <p>Redisson sends a command again when its reply does not come: by default three times, also EVALSHA, so a request
 * would be counted up to four times. Every call therefore brings its own options: no retry, our time-out, our codec,
 * whatever the client was configured with ({@code org.redisson.command.RedisExecutor} of Redisson 4.7: with
 * {@code retryAttempts} 0 neither a time-out nor a reconnect re-sends).
 *
 * <p>EVALSHA always. Only the answer NOSCRIPT, which means that nothing ran, loads the script and sends the call again. If
 * it is still missing, the one who answered is not the one who loaded: while a slot of a cluster migrates, its owner
 * sends calls on to another master (ASK, Redis cluster specification), but loads scripts itself. Then the text goes with the
 * call.
 */
final class Scripts {

    /** How often one call goes again: more than once only where a slot migrates, or somebody flushes scripts all the time. */
    private static final int AGAIN = 3;

    private final RScript scripts;

    Scripts(RedissonClient client, Duration timeout) {
        scripts = client.getScript(OptionalOptions.defaults()
                .codec(ArgumentCodec.INSTANCE)
                .timeout(timeout)
                .retryAttempts(0));
    }

    /** Runs a script that answers a list of integers, unless something changes its replies. Fails with Redisson's exception. */
    CompletableFuture<Object> list(LuaScript script, List<Object> keys, List<Object> args) {
        return run(script, RScript.ReturnType.LIST, keys, args.toArray());
    }

    /** Runs a script that answers an integer. Fails with Redisson's exception. */
    CompletableFuture<Long> integer(LuaScript script, List<Object> keys, List<Object> args) {
        return run(script, RScript.ReturnType.LONG, keys, args.toArray());
    }

    private <R> CompletableFuture<R> run(LuaScript script, RScript.ReturnType type, List<Object> keys, Object[] args) {
        CompletableFuture<R> call = send(script, type, keys, args);
        return withdrawing(call, goingAgainIfMissing(AGAIN, call, script, type, keys, args));
    }

    private <R> CompletableFuture<R> goingAgainIfMissing(
            int again,
            CompletableFuture<R> call,
            LuaScript script,
            RScript.ReturnType type,
            List<Object> keys,
            Object[] args) {
        return call.exceptionallyCompose(error -> {
            if (again == 0 || !(error instanceof RedisNoScriptException)) {
                return CompletableFuture.failedFuture(error);
            }
            if (again == AGAIN) {
                return load(script, keys)
                        .thenCompose(sha1 -> goingAgainIfMissing(
                                again - 1, this.<R>send(script, type, keys, args), script, type, keys, args));
            }
            return goingAgainIfMissing(
                    again - 1, this.<R>sendWithText(script, type, keys, args), script, type, keys, args);
        });
    }

    /**
     * Makes a result that, when it is cancelled, cancels the call it comes from: Redisson withdraws a call that still waits
     * for a connection, so that it is not counted after its caller has given up.
     */
    static <T> CompletableFuture<T> withdrawing(CompletableFuture<?> call, CompletableFuture<T> result) {
        CompletableFuture<?> unused = result.whenComplete((value, error) -> {
            if (result.isCancelled()) {
                call.cancel(true);
            }
        });
        return result;
    }

    private CompletableFuture<String> load(LuaScript script, List<Object> keys) {
        return scripts.scriptLoadAsync((String) keys.get(0), script.text()).toCompletableFuture();
    }

    private <R> CompletableFuture<R> sendWithText(
            LuaScript script, RScript.ReturnType type, List<Object> keys, Object[] args) {
        return scripts.<R>evalAsync((String) keys.get(0), RScript.Mode.READ_WRITE, script.text(), type, keys, args)
                .toCompletableFuture();
    }

    private <R> CompletableFuture<R> send(LuaScript script, RScript.ReturnType type, List<Object> keys, Object[] args) {
        try {
            return scripts.<R>evalShaAsync(RScript.Mode.READ_WRITE, script.sha1(), type, keys, args)
                    .toCompletableFuture();
        } catch (RuntimeException e) { // a client that was shut down throws where it would otherwise fail
            return CompletableFuture.failedFuture(e);
        }
    }
}
