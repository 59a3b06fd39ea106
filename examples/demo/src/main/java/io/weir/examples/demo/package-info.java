/** Weir in front of a servlet and of a Jakarta REST resource, with a Redis of its own, started with one command. */
@NullMarked
package io.weir.examples.demo;

import org.jspecify.annotations.NullMarked;
