/** What a decision costs. */
@NullMarked
package io.weir.benchmarks;

import org.jspecify.annotations.NullMarked;
