package io.weir.servlet;

import java.nio.file.Path;
import java.util.stream.Stream;
import org.eclipse.jetty.server.handler.ContextHandler;

/** Jetty's servlet contexts, whose packages are named after the release of Jakarta EE. One of them is on the class path. */
interface JettyContexts {

    /** Those that are on the class path. */
    static JettyContexts onClassPath() throws ReflectiveOperationException {
        String type =
                JettyContexts.class.getPackageName() + ".JettyE" + release().substring(1);
        return Class.forName(type)
                .asSubclass(JettyContexts.class)
                .getDeclaredConstructor()
                .newInstance();
    }

    /** Their release: {@code ee8}, for which the tests run with the names of {@code javax}, {@code ee10} or {@code ee11}. */
    static String release() {
        return Stream.of("ee8", "ee10", "ee11")
                .filter(release -> JettyContexts.class.getResource(
                                "/org/eclipse/jetty/" + release + "/servlet/ServletContextHandler.class")
                        != null)
                .findFirst()
                .orElseThrow();
    }

    /** An application at the root, with sessions. */
    ContextHandler of(Container.Application application, boolean decodeAmbiguousPaths);

    /** An exploded web application, which takes the classes of the test. */
    ContextHandler of(Path root, String contextPath);
}
