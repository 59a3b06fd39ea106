package io.weir.jaxrs;

import io.weir.Limit;
import io.weir.http.ClientKey;
import io.weir.http.Rule;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Finds what {@link RateLimited} says of a resource, and makes it a rule, once for each class and method. */
final class AnnotatedRules {

    private static final Logger log = LoggerFactory.getLogger(RateLimitFeature.class);
    private static final int READABLE_LENGTH = 18;
    private static final int DIGEST_LENGTH = 8;

    private record ResourceMethod(Class<?> type, Method method) {}

    private final Supplier<Collection<Rule>> configured;
    private final Consumer<Rule> check;
    private final Locators locators;
    private final Map<Class<?>, Optional<Rule>> ofClasses = new ConcurrentHashMap<>();
    private final Map<ResourceMethod, Optional<Rule>> ofMethods = new ConcurrentHashMap<>();

    /**
     * @param locators finds what led to a resource
     * @param configured the rules that annotations may name, as they are now
     * @param check throws if a rule cannot be decided here
     */
    AnnotatedRules(Locators locators, Supplier<Collection<Rule>> configured, Consumer<Rule> check) {
        this.locators = locators;
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
     * The rule of a resource method or a sub-resource locator, its own or inherited; not that of its class.
     *
     * @throws IllegalArgumentException as for a class
     */
    Optional<Rule> of(Class<?> type, Method method) {
        return ofMethods
                .computeIfAbsent(new ResourceMethod(type, method), this::find)
                .map(this::current);
    }

    /**
     * What holds for a request, by name: a rule that stands in several of these places holds once. From the first to the
     * last: the classes of the matched resources, the locators that led to them, and the class and the method that answers.
     *
     * @param type of the resource that answers; null if the runtime does not tell
     * @param method that answers; null if the runtime does not tell
     * @throws IllegalArgumentException as for a class
     */
    Map<String, Rule> of(Locators.Matched matched, @Nullable Class<?> type, @Nullable Method method) {
        List<Optional<Rule>> found = new ArrayList<>();
        for (Object resource : matched.resources()) {
            found.add(of(resource instanceof Class<?> one ? one : resource.getClass()));
        }
        for (Locators.Locator locator : locators.onTheWay(matched)) {
            found.add(of(locator.type(), locator.method()));
        }
        if (type != null) {
            found.add(of(type));
        }
        if (type != null && method != null) {
            found.add(of(type, method));
        }
        Map<String, Rule> rules = new LinkedHashMap<>();
        found.forEach(one -> one.ifPresent(rule -> rules.put(rule.name(), rule)));
        return rules;
    }

    /**
     * Reads what a root resource says on its class and its locators; its methods are checked one by one, as the runtime
     * tells them. Does nothing if the class is not a root resource.
     *
     * @throws IllegalArgumentException as for a class
     */
    void check(Class<?> type) {
        if (ResourceModel.isRoot(type)) {
            of(type);
            locators.of(type).forEach(locator -> of(locator.type(), locator.method()));
        }
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
            if (rule.name().equals(inlineName)) { // of others the gate has said it
                rule.warnings().forEach(log::warn);
            }
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
