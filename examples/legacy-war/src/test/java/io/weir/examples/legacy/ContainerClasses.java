package io.weir.examples.legacy;

import java.net.URL;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a web application finds outside of itself: the JDK, the servlet API and the container, and nothing else of the
 * test's class path. A jar that the WAR lacks is then missed.
 */
final class ContainerClasses extends ClassLoader {

    private static final List<String> CONTAINER = List.of("jakarta.", "org.apache.", "org.eclipse.jetty.");

    private final ClassLoader all = ContainerClasses.class.getClassLoader();

    ContainerClasses() {
        super(ClassLoader.getPlatformClassLoader());
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
        if (CONTAINER.stream().noneMatch(name::startsWith)) {
            throw new ClassNotFoundException(name);
        }
        return all.loadClass(name);
    }

    @Override
    protected @Nullable URL findResource(String name) {
        return CONTAINER.stream().noneMatch(name.replace('/', '.')::startsWith) ? null : all.getResource(name);
    }
}
