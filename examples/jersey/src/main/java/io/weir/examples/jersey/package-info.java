/** A Jersey application without a servlet container, limited by {@code rate-limits.yaml} and by an annotation. */
@NullMarked
package io.weir.examples.jersey;

import org.jspecify.annotations.NullMarked;
