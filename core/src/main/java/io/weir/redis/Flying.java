package io.weir.redis;

import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Sends calls to one server in one round trip. */
@FunctionalInterface
interface Flying {

    /** Sends them; what it returns ends, without fail, when every call has its end. */
    CompletableFuture<Void> together(List<Call> calls);
}
