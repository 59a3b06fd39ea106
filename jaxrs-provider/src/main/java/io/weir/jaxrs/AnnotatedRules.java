package io.weir.jaxrs;

import io.weir.Limit;
import io.weir.http.ClientKey;
import io.weir.http.Rule;
import jakarta.ws.rs.HttpMethod;
import jakarta.ws.rs.Path;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Collection;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Finds what {@link RateLimited} says of a resource, and makes it a rule, once for each class and method. */
final class AnnotatedRules {

    private static final int READABLE_LENGTH = 18;
    private static final int DIGEST_LENGTH = 8;

    private record ResourceMethod(Class<?> type, Method method) {}

    private final Supplier<Collection<Rule>> configured;
    private final Consumer<Rule> check;
    private final Map<Class<?>, Optional<Rule>> ofClasses = new ConcurrentHashMap<>();
    private final Map<ResourceMethod, Optional<Rule>> ofMethods = new ConcurrentHashMap<>();

    /**
     * @param configured the rules that annotations may name, as they are now
     * @param check throws if a rule cannot be decided here
     */
    AnnotatedRules(Supplier<Collection<Rule>> configured, Consumer<Rule> check) {
        this.configured = configured;
        this.check = check;
    }

    /**
     * The rule of a class, its own or inherited.
     *
     * @throws IllegalArgumentException if the annotation cannot be understood; the message says where it stands and what
     *     is allowed
     */
    Optional<Rule> of(Class<?> type) {
        return ofClasses.computeIfAbsent(type, this::find).map(this::current);
    }

    /**
     * The rule of a resource method, its own or inherited; not that of its class.
     *
     * @throws IllegalArgumentException as for a class
     */
    Optional<Rule> of(Class<?> type, Method method) {
        return ofMethods
                .computeIfAbsent(new ResourceMethod(type, method), this::find)
                .map(this::current);
    }

    /** A rule that an annotation names may have been reloaded meanwhile; one that is gone holds on. */
    private Rule current(Rule found) {
        return configured(found.name()).orElse(found);
    }

    private Optional<Rule> configured(String name) {
        return configured.get().stream()
                .filter(rule -> rule.name().equals(name))
                .findFirst();
    }

    private Optional<Rule> find(Class<?> type) {
        Inheritance.of(type).forEach(AnnotatedRules::refuseLocators);
        for (Class<?> place : Inheritance.of(type)) {
            RateLimited annotation = place.getAnnotation(RateLimited.class);
            if (annotation != null) {
                String name = readable(place.getSimpleName()) + "-" + digest(place.getName());
                return Optional.of(rule(annotation, place, name));
            }
        }
        return Optional.empty();
    }

    private Optional<Rule> find(ResourceMethod resource) {
        for (Method place : Inheritance.of(resource.type, resource.method)) {
            RateLimited annotation = place.getAnnotation(RateLimited.class);
            if (annotation != null) {
                Class<?> owner = place.getDeclaringClass();
                String identity = owner.getName() + "#" + place.getName() + Arrays.toString(place.getParameterTypes());
                String name =
                        readable(owner.getSimpleName()) + "-" + readable(place.getName()) + "-" + digest(identity);
                return Optional.of(rule(annotation, place, name));
            }
        }
        return Optional.empty();
    }

    private Rule rule(RateLimited annotation, AnnotatedElement place, String inlineName) {
        try {
            Rule rule = annotation.limit().isEmpty() ? named(annotation) : inline(annotation, inlineName);
            check.accept(rule);
            return rule;
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("@RateLimited on " + place + ": " + e.getMessage(), e);
        }
    }

    private Rule named(RateLimited annotation) {
        if (annotation.value().isEmpty()) {
            throw new IllegalArgumentException("it says nothing; allowed: the name of a rule, or a limit");
        }
        if (annotation.key().length > 0) {
            throw new IllegalArgumentException("it names the rule '" + annotation.value()
                    + "', which has a key, and another key; allowed: a key beside a limit");
        }
        return configured(annotation.value())
                .orElseThrow(
                        () -> new IllegalArgumentException("there is no rule '" + annotation.value() + "'; allowed: "
                                + configured.get().stream().map(Rule::name).toList()));
    }

    private static Rule inline(RateLimited annotation, String name) {
        if (!annotation.value().isEmpty()) {
            throw new IllegalArgumentException("it has both the rule '" + annotation.value() + "' and the limit '"
                    + annotation.limit() + "'; allowed: one of them");
        }
        Rule.Builder rule = Rule.named(name).paths().limit(Limit.parse(annotation.limit()));
        if (annotation.key().length > 0) {
            rule.key(ClientKey.parse(List.of(annotation.key())));
        }
        return rule.build();
    }

    /** A runtime does not tell which locator led to a sub-resource, and a limit that does not hold must not look as if. */
    private static void refuseLocators(Class<?> place) {
        for (Method method : place.getDeclaredMethods()) {
            boolean answers = Stream.of(method.getAnnotations())
                    .anyMatch(one -> one.annotationType().isAnnotationPresent(HttpMethod.class));
            if (method.isAnnotationPresent(RateLimited.class) && method.isAnnotationPresent(Path.class) && !answers) {
                throw new IllegalArgumentException("@RateLimited on " + method + ": it is a sub-resource locator;"
                        + " allowed: its class, and the class and the methods of the sub-resource");
            }
        }
    }

    /** What of a Java name may stand in the name of a rule. */
    private static String readable(String javaName) {
        String name = javaName.replaceAll("^[^A-Za-z]+|[^A-Za-z0-9]", "");
        return name.isEmpty() ? "x" : name.substring(0, Math.min(name.length(), READABLE_LENGTH));
    }

    /** Tells namesakes apart, and is the same on every node. */
    private static String digest(String identity) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(identity.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(hash).substring(0, DIGEST_LENGTH);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
