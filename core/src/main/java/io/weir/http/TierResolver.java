package io.weir.http;

import org.jspecify.annotations.Nullable;

/**
 * Says which tier of a rule a request has, for instance by its API key from a database. Asked for every request that the
 * rule covers: keep what is slow in a cache.
 */
@FunctionalInterface
public interface TierResolver {

    /** The name of a tier; null, or a name that the rule does not have, for the rule's own limits. */
    @Nullable
    String tierOf(HttpCall call);
}
