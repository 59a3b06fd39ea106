/**
 * The {@link io.weir.RateLimiter} that counts in Redis: the scripts of {@code lua/}, run by Redisson's {@code RScript}.
 */
@NullMarked
package io.weir.redis;

import org.jspecify.annotations.NullMarked;
