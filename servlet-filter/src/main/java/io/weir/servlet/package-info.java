/**
 * Weir in front of a servlet application: a {@link jakarta.servlet.Filter} that translates between the container and an
 * {@link io.weir.http.HttpGate} and decides nothing.
 *
 * <p>Compiled against Servlet 5.0; links on 5.0, 6.0 and 6.1, and with the classifier {@code javax}, renamed, on 4.0.
 */
@NullMarked
package io.weir.servlet;

import org.jspecify.annotations.NullMarked;
