package io.weir.redis;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.redisson.client.RedisException;

/** Decides all calls with one script, {@code lua/acquire_many.lua}: where one server has all keys. */
final class OneScript implements Flying {

    private final Scripts scripts;
    private final Drivers drivers;

    OneScript(Scripts scripts, Drivers drivers) {
        this.scripts = scripts;
        this.drivers = drivers;
    }

    @Override
    public CompletableFuture<Void> together(List<Call> calls) {
        ScriptCall many = request("", calls);
        CompletableFuture<Object> sent = scripts.list(drivers.many(calls), many.keys(), many.args());
        for (Call call : calls) {
            call.withdrawnBy(() -> cancelIfNobodyWaits(sent, calls));
        }
        return sent.handle((replies, error) -> {
            for (int i = 0; i < calls.size(); i++) {
                end(calls.get(i), error == null ? reply(replies, i, calls.size()) : null, error);
            }
            return null;
        });
    }

    /** @param now microseconds since the epoch, or empty for the server's clock */
    static ScriptCall request(String now, List<Call> calls) {
        ScriptCall many = new ScriptCall(now);
        for (Call call : calls) {
            List<Object> args = call.args(); // its own now, and then its id
            many.keys().addAll(call.keys());
            many.with(args.get(1)).with(call.keys().size());
            many.args().addAll(args.subList(2, args.size()));
        }
        return many;
    }

    private static void cancelIfNobodyWaits(CompletableFuture<Object> sent, List<Call> calls) {
        if (calls.stream().allMatch(CompletableFuture::isDone)) {
            sent.cancel(true);
        }
    }

    /** Its own; if they are not what the script promises, all of it, to be refused by who reads it. */
    private static @Nullable Object reply(@Nullable Object replies, int i, int of) {
        return replies instanceof List<?> list && list.size() == of ? list.get(i) : replies;
    }

    /** A text is the error of that request. */
    private static void end(Call call, @Nullable Object reply, @Nullable Throwable error) {
        if (reply instanceof String problem) {
            call.end(null, new RedisException(problem));
        } else {
            call.end(reply, error);
        }
    }
}
