/** A RESTEasy application on Jetty, limited by {@code rate-limits.yaml} and by an annotation. */
@NullMarked
package io.weir.examples.resteasy;

import org.jspecify.annotations.NullMarked;
