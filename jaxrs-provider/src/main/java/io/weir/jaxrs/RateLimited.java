package io.weir.jaxrs;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Limits a resource class, as one budget for all its methods, a single resource method, or a sub-resource locator, as one
 * budget for all that it leads to; besides whatever rules cover the path.
 *
 * <ul>
 *   <li>{@code @RateLimited("reports")} applies the rule of that name, wherever the resource stands. A rule whose
 *       {@code paths} are an empty list holds only where it is named.
 *   <li>{@code @RateLimited(limit = "5/1m", key = "ip")} is a rule of its own, made of the place where the annotation
 *       stands: no other place shares its budget, but everybody who inherits the annotated method or class does.
 * </ul>
 *
 * <p>It holds on superclasses and interfaces, and on every resource class and every locator on the way to the sub-resource
 * that answers. A rule that several of these places name is charged once. HEAD is charged as GET is. What the runtime answers
 * by itself, such as OPTIONS without a method for it, 404 or 405, takes nothing of these budgets: limit it by a rule on its
 * path. So too the work of a locator, which runs before any limit of an annotation is asked.
 *
 * <p>A rule that does not exist or a limit that cannot be read stops the application's start; on a sub-resource, which the
 * runtime learns of only when it answers, it is a 500 and a line in the log. The same on the locators of a root resource that
 * has nothing else, where Jakarta REST does not tell of it: RESTEasy does not if it found the class by scanning or was given
 * an instance.
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
