package io.weir.jaxrs;

import jakarta.ws.rs.core.Application;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/** An application of the given components. */
class TestApplication extends Application {

    private final Set<Class<?>> classes = new LinkedHashSet<>();
    private final Set<Object> singletons = new LinkedHashSet<>();
    private final Map<String, Object> properties = new HashMap<>();

    /** Components: a class is registered as such, anything else as it is. */
    TestApplication(Object... components) {
        for (Object component : components) {
            if (component instanceof Class<?> type) {
                classes.add(type);
            } else {
                singletons.add(component);
            }
        }
    }

    static TestApplication of(Object... components) {
        return new TestApplication(components);
    }

    TestApplication property(String name, Object value) {
        properties.put(name, value);
        return this;
    }

    /** Registers a class unless an instance of it is registered. */
    TestApplication orElse(Class<?> component) {
        if (singletons.stream().noneMatch(component::isInstance)) {
            classes.add(component);
        }
        return this;
    }

    @Override
    public Set<Class<?>> getClasses() {
        return classes;
    }

    @Override
    @Deprecated // the only way to register an instance in every version of Jakarta REST
    public Set<Object> getSingletons() {
        return singletons;
    }

    @Override
    public Map<String, Object> getProperties() {
        return properties;
    }
}
