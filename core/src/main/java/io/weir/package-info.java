/**
 * The vocabulary: a {@link io.weir.Limit} is {@code permits} per {@code window}; a request makes a list of
 * {@link io.weir.Charge}s; a {@link io.weir.RateLimiter} answers them with one {@link io.weir.Decision} that holds a
 * {@link io.weir.Quota} per charge. Everything else speaks these words; this package depends on nothing.
 *
 * <p>How a limit counts is its {@link io.weir.Algorithm}; {@code docs/algorithms.md}, beside the sources, says what each of
 * the five guarantees, and what it answers at which time.
 */
@NullMarked
package io.weir;

import org.jspecify.annotations.NullMarked;
