package io.weir.metrics;

import java.util.Map;

/**
 * How a gate fares, through JMX: {@code io.weir:type=RateLimits,application=shop}. What counts begins with 0 at the start of the
 * application, and what a gate does not have stays 0.
 */
public interface RateLimitsMXBean {

    /** What keeps the counts of the gate apart from those of others. */
    String getApplication();

    /** What was decided, by the names of the rules. */
    Map<String, RuleStatistics> getRules();

    /** Whether Redis is not asked at the moment, since it did not answer. */
    boolean isBreakerOpen();

    /** How many decisions Redis answered. */
    long getRedisCallsAnswered();

    /** How many decisions it was asked for in vain: it refused, failed, or was too late. */
    long getRedisCallsFailed();

    /** How long an answer took, in milliseconds, as a mean over all. */
    double getRedisCallMeanMillis();

    /** How many decisions shared a round trip to Redis, as a mean over all. */
    double getRedisBatchMeanSize();

    /** How often a rule could not be decided because Redis was slow or gone. */
    long getUndecidedInOutage();

    /** How often a rule could not be decided because Redis lacks a right, memory or a version. */
    long getUndecidedMisconfigured();

    /** How many denials are remembered now, about. */
    long getDenialCacheSize();

    /** How many requests were denied from memory. */
    long getDenialCacheHits();

    /** How many counters this JVM keeps now, while Redis does not decide. */
    long getLocalKeys();

    /** How many of them were forgotten for others: more than a few, and {@code local-keys} is too small. */
    long getLocalKeysForgotten();

    /** How many requests named no address where that of the client should be; a proxy's stood in. */
    long getAddressesUnresolved();
}
