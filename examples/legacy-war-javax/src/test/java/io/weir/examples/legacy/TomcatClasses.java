package io.weir.examples.legacy;

import java.util.List;

/** What an application finds outside of itself: the JDK and Tomcat, and nothing else of the test's class path. */
final class TomcatClasses extends ClassLoader {

    private static final List<String> TOMCAT = List.of("javax.servlet.", "javax.annotation.", "org.apache.");

    private final ClassLoader all = TomcatClasses.class.getClassLoader();

    TomcatClasses() {
        super(ClassLoader.getPlatformClassLoader());
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
        if (TOMCAT.stream().noneMatch(name::startsWith)) {
            throw new ClassNotFoundException(name);
        }
        return all.loadClass(name);
    }
}
