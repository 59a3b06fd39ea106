package io.weir.jaxrs;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Limits a resource class, as one budget for all its methods, or a single resource method, besides whatever rules cover
 * its path.
 *
 * <ul>
 *   <li>{@code @RateLimited("reports")} applies the rule of that name, wherever the resource stands. A rule whose
 *       {@code paths} are an empty list holds only where it is named.
 *   <li>{@code @RateLimited(limit = "5/1m", key = "ip")} is a rule of its own, made of the place where the annotation
 *       stands: no other place shares its budget, but everybody who inherits the annotated method or class does.
 * </ul>
 *
 * <p>It holds on superclasses and interfaces, and on the class of a resource whose sub-resource answers; a sub-resource
 * locator itself cannot bear it. A rule that does not exist, a limit that cannot be read or a wrong place stops the
 * application's start; on a sub-resource, which the runtime learns of only when it answers, it is a 500 and a line in the
 * log.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE, ElementType.METHOD})
public @interface RateLimited {

    /** The name of a configured rule; or nothing, and {@link #limit} says how much. */
    String value() default "";

    /** How much is allowed, {@code permits/window}; or nothing, and {@link #value} names a rule. */
    String limit() default "";

    /**
     * Whose budget it is, in the words of {@link io.weir.http.ClientKey}; several together are one budget per
     * combination. {@code user | ip} unless given; only beside {@link #limit}.
     */
    String[] key() default {};
}
