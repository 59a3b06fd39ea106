package io.weir.jaxrs;

import jakarta.ws.rs.core.UriInfo;
import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Finds the sub-resource locators that led to a resource. A runtime tells the resources on the way, and not what led from one
 * to the next. That there is a next one says that a locator was chosen, and the same matching again says which (Jakarta REST
 * 3.0, section 3.7.2). From one resource to the next it is, of those of the first,
 *
 * <ol>
 *   <li>one whose template matches, on a root resource together with the template of that, else on what is left of the path;
 *   <li>one that can return the next resource;
 *   <li>one that takes as much of the path as the runtime tells;
 *   <li>one that is not tried after another of these.
 * </ol>
 *
 * <p>A step that would leave none is left out, but for the first: if no template matches, because a runtime reads one in its
 * own way, only the second counts. What is left in the end is nearly always one. If it is several, each of them counts: a limit
 * too many is better than one that does not hold.
 */
final class Locators {

    private static final Pattern PARAMETERS = Pattern.compile(";[^/]*");

    /**
     * What a runtime tells of the way to a resource method, as {@code UriInfo} has it.
     *
     * @param resources instances or classes, the last one first
     * @param uris encoded, the last one first: of the root resource, of each locator, and perhaps of the method
     * @param path of the request within the base URI, encoded
     */
    record Matched(List<Object> resources, List<String> uris, String path) {

        static Matched of(UriInfo uri) {
            return new Matched(uri.getMatchedResources(), uri.getMatchedURIs(false), uri.getPath(false));
        }

        /** The URI that is the given number of steps from the root; null where Jersey 3.1 miscounts: with parameters. */
        private @Nullable String told(int step) {
            int index = uris.size() - 1 - step;
            return index < 0 || path.indexOf(';') >= 0 ? null : uris.get(index);
        }
    }

    /** A locator of a class, which may have inherited it. */
    record Locator(Class<?> type, Method method) {}

    /**
     * A locator with its templates.
     *
     * @param rooted below the path of its class; null if that has none
     * @param alone without it, as on a sub-resource
     * @param returned what kind of resource it returns, if its type says so
     */
    private record Candidate(
            Locator locator,
            @Nullable PathTemplate rooted,
            PathTemplate alone,
            @Nullable Class<?> returned) {

        boolean canReturn(Class<?> next) {
            return returned == null || returned.isAssignableFrom(next);
        }

        @Nullable
        String rest(String path, boolean root) {
            PathTemplate template = root ? rooted : alone;
            return template == null ? null : template.rest(path);
        }
    }

    /**
     * A locator that may have been chosen.
     *
     * @param rest what it leaves of the path; null if that is not known
     * @param firm whether it matches without a slash at the end too, which Jersey 3.1 regards and RESTEasy 6.2 does not
     */
    private record Step(Candidate candidate, @Nullable String rest, boolean firm) {

        static Step of(Candidate candidate, @Nullable String path, boolean root) {
            if (path == null) {
                return new Step(candidate, null, false);
            }
            String bare = path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
            return new Step(candidate, candidate.rest(path, root), candidate.rest(bare, root) != null);
        }

        boolean takes(String whole, @Nullable String told) {
            return rest != null
                    && told != null
                    && bare(told).equals(bare(whole.substring(0, whole.length() - rest.length())));
        }

        boolean isAfter(Step other) {
            return other.firm && other.candidate.alone.isBefore(candidate.alone);
        }

        private static String bare(String path) {
            int start = path.startsWith("/") ? 1 : 0;
            int end = path.length() - (path.endsWith("/") ? 1 : 0);
            return start < end ? path.substring(start, end) : "";
        }
    }

    private final Map<Class<?>, List<Candidate>> ofClasses = new ConcurrentHashMap<>();

    /** The root resource that was matched; the given class if the runtime names none. */
    static Class<?> root(Matched matched, Class<?> otherwise) {
        List<Class<?>> types = types(matched.resources);
        return types.isEmpty() ? otherwise : types.get(0);
    }

    /** All locators of a class. */
    List<Locator> of(Class<?> type) {
        return candidates(type).stream().map(Candidate::locator).toList();
    }

    /** The locators on the way to what was matched, from the root on. */
    List<Locator> onTheWay(Matched matched) {
        List<Class<?>> types = types(matched.resources);
        if (types.size() < 2) {
            return List.of();
        }
        List<Locator> found = new ArrayList<>();
        String whole = PARAMETERS
                .matcher(matched.path.startsWith("/") ? matched.path : "/" + matched.path)
                .replaceAll("");
        String rest = whole;
        for (int i = 0; i + 1 < types.size(); i++) {
            String told = matched.told(i + 1);
            List<Step> possible = steps(types.get(i), types.get(i + 1), i == 0, rest);
            List<Step> fitting = preferred(possible, step -> step.takes(whole, told));
            List<Step> chosen = preferred(fitting, step -> fitting.stream().noneMatch(step::isAfter));
            chosen.forEach(step -> found.add(step.candidate.locator));
            rest = commonRest(chosen);
        }
        return found;
    }

    private List<Step> steps(Class<?> from, Class<?> to, boolean root, @Nullable String path) {
        List<Step> all =
                candidates(from).stream().map(one -> Step.of(one, path, root)).toList();
        List<Step> matching = all.stream().filter(step -> step.rest != null).toList();
        return matching.isEmpty()
                ? all.stream().filter(step -> step.candidate.canReturn(to)).toList()
                : preferred(matching, step -> step.candidate.canReturn(to));
    }

    private static @Nullable String commonRest(List<Step> steps) {
        Set<@Nullable String> rests = new HashSet<>();
        steps.forEach(step -> rests.add(step.rest));
        return rests.size() == 1 ? rests.iterator().next() : null;
    }

    private static List<Step> preferred(List<Step> steps, Predicate<Step> preference) {
        List<Step> some = steps.stream().filter(preference).toList();
        return some.isEmpty() ? steps : some;
    }

    /** From the root on; a class that a locator returned is there once, although Jersey may name its instance too. */
    private static List<Class<?>> types(List<Object> resources) {
        List<Class<?>> types = new ArrayList<>();
        Object after = null;
        for (Object resource : resources) {
            if (!(resource instanceof Class<?> type)) {
                types.add(0, resource.getClass());
            } else if (!type.isInstance(after)) {
                types.add(0, type);
            }
            after = resource;
        }
        return types;
    }

    private List<Candidate> candidates(Class<?> type) {
        return ofClasses.computeIfAbsent(type, Locators::find);
    }

    private static List<Candidate> find(Class<?> type) {
        Optional<String> root = ResourceModel.rootPath(type);
        List<Candidate> all = new ArrayList<>();
        for (Method method : type.getMethods()) {
            if (!method.isBridge()) {
                ResourceModel.locatorPath(type, method)
                        .ifPresent(path -> all.add(new Candidate(
                                new Locator(type, method),
                                root.map(above -> PathTemplate.of(above, path)).orElse(null),
                                PathTemplate.of(path),
                                returned(method))));
            }
        }
        return List.copyOf(all);
    }

    /** Null for what can be anything, and for a wrapper that a runtime understands, such as a {@code CompletionStage}. */
    private static @Nullable Class<?> returned(Method method) {
        Type declared = method.getGenericReturnType();
        if (declared instanceof ParameterizedType generic && generic.getRawType() == Class.class) {
            declared = generic.getActualTypeArguments()[0];
        } else {
            declared = method.getReturnType();
        }
        return declared instanceof Class<?> type && ResourceModel.isResource(type) ? type : null;
    }
}
