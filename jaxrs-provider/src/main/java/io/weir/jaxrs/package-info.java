/**
 * Weir in front of Jakarta REST resources: a {@link jakarta.ws.rs.core.Feature} and filters that translate between the
 * runtime and an {@link io.weir.http.HttpGate} and decide nothing.
 *
 * <p>Compiled against Jakarta REST 3.0; links on 3.0, 3.1 and 4.0, and with the classifier {@code javax}, renamed, on
 * JAX-RS 2.1; in a servlet container or without one.
 */
@NullMarked
package io.weir.jaxrs;

import org.jspecify.annotations.NullMarked;
