package io.weir.http;

/** What happens to a request of which no decision could be had, because Redis is slow, wrong or gone. */
public enum FailurePolicy {
    /**
     * The same limits hold, counted in this JVM from nothing: each node by itself lets as much pass as all of them together
     * otherwise.
     */
    LOCAL,
    /** It passes: an outage of Redis costs the limits, not the site. An attacker who can cause one is not limited. */
    ALLOW,
    /** It is refused with 503: for what must never run unlimited, such as a login. An outage of Redis closes it. */
    DENY
}
