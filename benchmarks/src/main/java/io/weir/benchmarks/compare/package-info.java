/** Weir beside other limiters, and as it grows. */
@NullMarked
package io.weir.benchmarks.compare;

import org.jspecify.annotations.NullMarked;
