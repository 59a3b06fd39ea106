/**
 * The same algorithms in this JVM, on plain data structures: for a single node, as the fallback while Redis is gone, and
 * as the oracle against which the scripts are tested.
 */
@NullMarked
package io.weir.local;

import org.jspecify.annotations.NullMarked;
