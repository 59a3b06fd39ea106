package io.weir.redis;

import java.security.SecureRandom;
import java.util.Base64;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Names requests uniquely over all nodes and restarts, and short, because every permit of a log carries its name: 48
 * random bits that are this node's, then a counter.
 *
 * <p>A thousand nodes share a prefix with a probability of 2 in a billion.
 */
final class RequestIds {

    private final String node;
    private final AtomicLong counter = new AtomicLong();

    RequestIds() {
        byte[] random = new byte[6];
        new SecureRandom().nextBytes(random);
        node = Base64.getUrlEncoder().withoutPadding().encodeToString(random);
    }

    String next() {
        return node + Long.toString(counter.getAndIncrement(), Character.MAX_RADIX);
    }
}
