package io.weir.servlet;

import io.weir.http.HttpAdapterFixture.Node;
import java.net.URI;
import java.nio.file.Path;
import java.util.function.Consumer;
import org.eclipse.jetty.ee10.servlet.ServletContextHandler;
import org.eclipse.jetty.ee10.webapp.WebAppContext;
import org.eclipse.jetty.security.HashLoginService;
import org.eclipse.jetty.security.UserStore;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.security.Credential;

/** Starts Jetty. */
final class JettyServer {

    private JettyServer() {}

    static Node start(Container.Application application) throws Exception {
        return start(application, http -> {}, context -> {});
    }

    static Node start(
            Container.Application application,
            Consumer<HttpConfiguration> http,
            Consumer<ServletContextHandler> context)
            throws Exception {
        ServletContextHandler handler = new ServletContextHandler("/", ServletContextHandler.SESSIONS);
        handler.addServletContainerInitializer((classes, servlets) -> application.start(servlets));
        context.accept(handler);
        return start(handler, http);
    }

    static Node deploy(Path root, String contextPath) throws Exception {
        WebAppContext handler = new WebAppContext(root.toString(), contextPath.isEmpty() ? "/" : contextPath);
        handler.setThrowUnavailableOnStartupException(true);
        handler.setParentLoaderPriority(true);
        return start(handler, http -> {});
    }

    private static Node start(ServletContextHandler handler, Consumer<HttpConfiguration> http) throws Exception {
        Server server = new Server();
        HttpConfiguration configuration = new HttpConfiguration();
        http.accept(configuration);
        ServerConnector connector = new ServerConnector(server, 1, 1, new HttpConnectionFactory(configuration));
        connector.setHost("127.0.0.1");
        server.addConnector(connector);
        server.addBean(users());
        server.setHandler(handler);
        try {
            server.start();
        } catch (Exception e) {
            server.stop();
            throw e;
        }
        String path = handler.getContextPath().equals("/") ? "" : handler.getContextPath();
        return new Node(URI.create("http://127.0.0.1:" + connector.getLocalPort() + path), server::stop);
    }

    private static HashLoginService users() {
        UserStore users = new UserStore();
        Container.USERS.forEach(
                (name, role) -> users.addUser(name, Credential.getCredential(Container.PASSWORD), new String[] {role}));
        HashLoginService service = new HashLoginService(WebApp.REALM);
        service.setUserStore(users);
        return service;
    }
}
