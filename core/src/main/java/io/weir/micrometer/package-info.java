/**
 * The metrics of Weir for Micrometer, which an application brings itself: nothing loads this package unless somebody asks for
 * it.
 */
@NullMarked
package io.weir.micrometer;

import org.jspecify.annotations.NullMarked;
