package io.weir.jaxrs;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;

/**
 * The template of a resource, from those on the way to it: {@code /users/{id}/orders}. Jakarta REST 4.0 has one, 3.x does not
 * ({@code UriInfo.getMatchedResourceTemplate}).
 */
final class RouteTemplates {

    private final Locators locators;

    RouteTemplates(Locators locators) {
        this.locators = locators;
    }

    /**
     * The template within the base URI.
     *
     * @param type of the resource that answers
     * @param method that answers
     */
    String of(Locators.Matched matched, Class<?> type, Method method) {
        List<String> parts = new ArrayList<>();
        Class<?> root = Locators.root(matched, type);
        ResourceModel.rootPath(root).ifPresent(parts::add);
        for (Locators.Locator locator : locators.onTheWay(matched)) {
            ResourceModel.locatorPath(locator.type(), locator.method()).ifPresent(parts::add);
        }
        ResourceModel.methodPath(type, method).ifPresent(parts::add);
        return PathTemplate.join(parts);
    }
}
