package io.weir.servlet;

import java.nio.file.Path;
import org.eclipse.jetty.server.handler.ContextHandler;

/** Jetty's servlet contexts, whose packages are named after the release of Jakarta EE. One of them is on the class path. */
interface JettyContexts {

    static JettyContexts onClassPath() {
        return isEe10() ? new JettyEe10() : new JettyEe11();
    }

    static boolean isEe10() {
        return JettyContexts.class.getResource("/org/eclipse/jetty/ee10/servlet/ServletContextHandler.class") != null;
    }

    /** An application at the root, with sessions. */
    ContextHandler of(Container.Application application, boolean decodeAmbiguousPaths);

    /** An exploded web application, which takes the classes of the test. */
    ContextHandler of(Path root, String contextPath);
}
