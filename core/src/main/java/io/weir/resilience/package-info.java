/**
 * What stands between a {@link io.weir.RateLimiter} that may fail and those who wait for it: decorators that are limiters
 * themselves.
 */
@NullMarked
package io.weir.resilience;

import org.jspecify.annotations.NullMarked;
