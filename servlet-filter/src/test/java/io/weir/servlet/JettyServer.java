package io.weir.servlet;

import io.weir.http.HttpAdapterFixture.Node;
import java.net.URI;
import java.nio.file.Path;
import java.util.function.Consumer;
import org.eclipse.jetty.http2.server.HTTP2CServerConnectionFactory;
import org.eclipse.jetty.security.HashLoginService;
import org.eclipse.jetty.security.UserStore;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.handler.ContextHandler;
import org.eclipse.jetty.util.security.Credential;

/** Starts Jetty. */
final class JettyServer {

    private JettyServer() {}

    static Node start(Container.Application application) throws Exception {
        return start(application, http -> {}, false);
    }

    static Node start(Container.Application application, Consumer<HttpConfiguration> http, boolean decodeAmbiguousPaths)
            throws Exception {
        return start(JettyContexts.onClassPath().of(application, decodeAmbiguousPaths), http);
    }

    static Node deploy(Path root, String contextPath) throws Exception {
        return start(JettyContexts.onClassPath().of(root, contextPath.isEmpty() ? "/" : contextPath), http -> {});
    }

    private static Node start(ContextHandler context, Consumer<HttpConfiguration> http) throws Exception {
        Server server = new Server();
        HttpConfiguration configuration = new HttpConfiguration();
        http.accept(configuration);
        HTTP2CServerConnectionFactory http2 = new HTTP2CServerConnectionFactory(configuration);
        http2.setMaxConcurrentStreams(Container.HTTP2_STREAMS);
        ServerConnector connector = new ServerConnector(server, 1, 1, new HttpConnectionFactory(configuration), http2);
        connector.setHost("127.0.0.1");
        server.addConnector(connector);
        server.addBean(users());
        server.setHandler(context);
        try {
            server.start();
        } catch (Exception e) {
            server.stop();
            throw e;
        }
        String path = context.getContextPath().equals("/") ? "" : context.getContextPath();
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
