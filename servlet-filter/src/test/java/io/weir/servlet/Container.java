package io.weir.servlet;

import io.weir.http.HttpAdapterFixture.Node;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletException;
import java.nio.file.Path;
import java.util.Map;

/** The servlet containers that the tests run on, each with a server of its own for every application. */
enum Container {
    JETTY {
        @Override
        Node start(Application application) throws Exception {
            return JettyServer.start(application);
        }

        @Override
        Node deploy(Path root, String contextPath) throws Exception {
            return JettyServer.deploy(root, contextPath);
        }
    },
    TOMCAT {
        @Override
        Node start(Application application) throws Exception {
            return TomcatServer.start(application);
        }

        @Override
        Node deploy(Path root, String contextPath) throws Exception {
            return TomcatServer.deploy(root, contextPath);
        }
    },
    UNDERTOW {
        @Override
        Node start(Application application) throws Exception {
            return UndertowServer.start(application);
        }

        @Override
        Node deploy(Path root, String contextPath) throws Exception {
            return UndertowServer.deploy(root, contextPath);
        }
    };

    /** So many requests at once a connection of HTTP/2 may have; each speaks it beside HTTP/1.1, without TLS. */
    static final int HTTP2_STREAMS = 256;

    /** The users of every deployed application, and their roles. */
    static final Map<String, String> USERS = Map.of("gina", "gold", "peter", "plain");

    static final String PASSWORD = "secret";

    /** What an application adds to its context when it starts. */
    @FunctionalInterface
    interface Application {
        void start(ServletContext context) throws ServletException;
    }

    /** Starts an application that is made in code, at the root. */
    abstract Node start(Application application) throws Exception;

    /**
     * Deploys an exploded web application.
     *
     * @param contextPath empty for the root
     * @throws Exception if it does not start
     */
    abstract Node deploy(Path root, String contextPath) throws Exception;
}
