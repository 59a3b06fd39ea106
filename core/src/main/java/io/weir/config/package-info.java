/**
 * From {@code rate-limits.yaml}, or a handful of init-params, to a ready {@link io.weir.http.HttpGate}: everything is
 * checked at start-up, and all mistakes are told at once, each with its place.
 */
@NullMarked
package io.weir.config;

import org.jspecify.annotations.NullMarked;
