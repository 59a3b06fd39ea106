package io.weir.jaxrs;

import jakarta.ws.rs.HttpMethod;
import jakarta.ws.rs.Path;
import java.lang.reflect.Method;
import java.util.Optional;
import java.util.stream.Stream;

/** What annotations make of a class and its methods, whether they stand there or are inherited (Jakarta REST 3.0, 3.6). */
final class ResourceModel {

    private ResourceModel() {}

    /** The path of a root resource; empty if a class is none. */
    static Optional<String> rootPath(Class<?> type) {
        return Inheritance.of(type).stream()
                .map(place -> place.getAnnotation(Path.class))
                .flatMap(Stream::ofNullable)
                .map(Path::value)
                .findFirst();
    }

    static boolean isRoot(Class<?> type) {
        return rootPath(type).isPresent();
    }

    /** Whether a class can be a sub-resource: it has a method that answers or a locator. */
    static boolean isResource(Class<?> type) {
        return Stream.of(type.getMethods())
                .anyMatch(method -> designated(type, method).isPresent());
    }

    /** Whether a method answers requests. */
    static boolean answers(Class<?> type, Method method) {
        return designated(type, method).filter(ResourceModel::hasDesignator).isPresent();
    }

    /** The path of a method that answers; empty if it has none of its own. */
    static Optional<String> methodPath(Class<?> type, Method method) {
        return designated(type, method)
                .map(place -> place.getAnnotation(Path.class))
                .map(Path::value);
    }

    /** The path of a sub-resource locator; empty if a method is none. */
    static Optional<String> locatorPath(Class<?> type, Method method) {
        return designated(type, method)
                .filter(place -> !hasDesignator(place))
                .map(place -> place.getAnnotation(Path.class).value());
    }

    /** Where it stands what a method is; the first place says all. */
    private static Optional<Method> designated(Class<?> type, Method method) {
        return Inheritance.of(type, method).stream()
                .filter(place -> hasDesignator(place) || place.isAnnotationPresent(Path.class))
                .findFirst();
    }

    private static boolean hasDesignator(Method place) {
        return Stream.of(place.getAnnotations())
                .anyMatch(one -> one.annotationType().isAnnotationPresent(HttpMethod.class));
    }
}
