/**
 * The whole HTTP decision, once: {@link io.weir.http.HttpGate} takes an {@link io.weir.http.HttpCall} and answers with a
 * {@link io.weir.http.Verdict}. Adapters translate to and from a container and decide nothing.
 */
@NullMarked
package io.weir.http;

import org.jspecify.annotations.NullMarked;
