/**
 * How a gate and its limiters fare: {@link io.weir.metrics.GateMetrics} finds what is counted, and
 * {@link io.weir.metrics.RateLimitsMXBean} shows it through JMX. Micrometer has {@code io.weir.micrometer}.
 */
@NullMarked
package io.weir.metrics;

import org.jspecify.annotations.NullMarked;
