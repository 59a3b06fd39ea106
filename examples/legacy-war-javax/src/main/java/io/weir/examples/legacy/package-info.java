/** A web application without a framework: what limits it stands in {@code web.xml}. */
@NullMarked
package io.weir.examples.legacy;

import org.jspecify.annotations.NullMarked;
