package io.weir.examples.legacy;

import java.net.URI;
import java.nio.file.Path;

/** The containers that the WAR is deployed on, each on a free port of loopback. */
enum Container {
    TOMCAT {
        @Override
        Server start(Path scratch) throws Exception {
            return new TomcatServer(scratch);
        }
    },
    JETTY {
        @Override
        Server start(Path scratch) throws Exception {
            return new JettyServer(scratch);
        }
    };

    /** A running container, to which applications come and which they leave. */
    interface Server extends AutoCloseable {

        /** Where it listens, without a path. */
        URI address();

        /** Deploys a WAR, packed or not, and returns when it is up. */
        Deployed deploy(Path war, String contextPath) throws Exception;

        @Override
        void close();
    }

    /** A running application. */
    interface Deployed extends AutoCloseable {

        /** Who has loaded its classes. */
        ClassLoader classes();

        /** Undeploys it. */
        @Override
        void close();
    }

    /** Starts a container without an application, whose files go below the given folder. */
    abstract Server start(Path scratch) throws Exception;
}
