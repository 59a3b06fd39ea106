/**
 * The vocabulary: a {@link io.weir.Limit} is {@code permits} per {@code window}; a request makes a list of
 * {@link io.weir.Charge}s; a {@link io.weir.RateLimiter} answers them with one {@link io.weir.Decision} that holds a
 * {@link io.weir.Quota} per charge. Everything else speaks these words; this package depends on nothing.
 */
@NullMarked
package io.weir;

import org.jspecify.annotations.NullMarked;
