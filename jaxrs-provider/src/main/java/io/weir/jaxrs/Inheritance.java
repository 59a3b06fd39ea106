package io.weir.jaxrs;

import java.lang.reflect.Method;
import java.lang.reflect.TypeVariable;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Where an annotation may stand that a resource inherits: superclasses before interfaces (Jakarta REST 3.0, 3.6). */
final class Inheritance {

    private Inheritance() {}

    /** The class, its superclasses, and then the interfaces of all of them. */
    static Set<Class<?>> of(Class<?> type) {
        Set<Class<?>> all = new LinkedHashSet<>();
        for (Class<?> one = type; one != null; one = one.getSuperclass()) {
            all.add(one);
        }
        for (Class<?> one : List.copyOf(all)) {
            addInterfaces(one, all);
        }
        return all;
    }

    /**
     * The method as a class has it, then what that overrides or implements, in the same order.
     *
     * @param method as the runtime knows it, which may be the one of an interface
     */
    static List<Method> of(Class<?> type, Method method) {
        Set<Class<?>> places = new LinkedHashSet<>(of(type));
        places.addAll(of(method.getDeclaringClass()));
        List<Method> all = new ArrayList<>();
        for (Class<?> place : places) {
            for (Method other : place.getDeclaredMethods()) {
                if (!other.isBridge() && (isOverriddenBy(method, other) || isOverriddenBy(other, method))) {
                    all.add(other);
                }
            }
        }
        return all;
    }

    private static boolean isOverriddenBy(Method one, Method other) {
        Class<?>[] wanted = one.getParameterTypes();
        Class<?>[] given = other.getParameterTypes();
        if (!one.getName().equals(other.getName()) || wanted.length != given.length) {
            return false;
        }
        for (int i = 0; i < wanted.length; i++) {
            boolean variable = one.getGenericParameterTypes()[i] instanceof TypeVariable;
            if (!wanted[i].equals(given[i]) && !(variable && wanted[i].isAssignableFrom(given[i]))) {
                return false;
            }
        }
        return true;
    }

    private static void addInterfaces(Class<?> type, Set<Class<?>> all) {
        for (Class<?> one : type.getInterfaces()) {
            all.add(one);
            addInterfaces(one, all);
        }
    }
}
