package io.weir.servlet;

import io.undertow.Undertow;
import io.undertow.UndertowOptions;
import io.undertow.server.HttpHandler;
import io.undertow.server.handlers.PathHandler;
import io.undertow.servlet.Servlets;
import io.undertow.servlet.api.DeploymentInfo;
import io.undertow.servlet.api.DeploymentManager;
import io.undertow.servlet.api.ServletContainerInitializerInfo;
import io.undertow.servlet.util.ImmediateInstanceFactory;
import io.weir.http.HttpAdapterFixture.Node;
import jakarta.servlet.ServletContainerInitializer;
import jakarta.servlet.ServletException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Path;
import java.util.Set;
import java.util.function.UnaryOperator;

/** Starts Undertow. */
final class UndertowServer {

    private UndertowServer() {}

    static Node start(Container.Application application) throws Exception {
        return start(application, handler -> handler);
    }

    /** @param around what stands before the application */
    static Node start(Container.Application application, UnaryOperator<HttpHandler> around) throws Exception {
        ServletContainerInitializer initializer = (classes, servlets) -> application.start(servlets);
        DeploymentInfo info = Servlets.deployment()
                .addServletContainerInitializer(new ServletContainerInitializerInfo(
                        initializer.getClass(), new ImmediateInstanceFactory<>(initializer), Set.of()));
        return start(info, "", around);
    }

    static Node deploy(Path root, String contextPath) throws Exception {
        return start(UndertowWebXml.read(root), contextPath, handler -> handler);
    }

    private static Node start(DeploymentInfo info, String contextPath, UnaryOperator<HttpHandler> around)
            throws Exception {
        info.setClassLoader(UndertowServer.class.getClassLoader())
                .setDeploymentName("test")
                .setContextPath(contextPath.isEmpty() ? "/" : contextPath)
                .setIdentityManager(new UndertowUsers());
        DeploymentManager application = Servlets.newContainer().addDeployment(info);
        application.deploy();
        PathHandler paths = new PathHandler();
        Undertow server = Undertow.builder()
                .setIoThreads(1)
                .setServerOption(UndertowOptions.ENABLE_HTTP2, true)
                .setServerOption(UndertowOptions.HTTP2_SETTINGS_MAX_CONCURRENT_STREAMS, Container.HTTP2_STREAMS)
                .setServerOption(UndertowOptions.MAX_ENTITY_SIZE, -1L) // else it refuses large ones before any filter
                .addHttpListener(0, "127.0.0.1", around.apply(paths))
                .build();
        try {
            paths.addPrefixPath(info.getContextPath(), application.start());
            server.start();
        } catch (Exception e) {
            stop(server, application);
            throw e;
        }
        int port = ((InetSocketAddress) server.getListenerInfo().get(0).getAddress()).getPort();
        return new Node(URI.create("http://127.0.0.1:" + port + contextPath), () -> stop(server, application));
    }

    private static void stop(Undertow server, DeploymentManager application) throws ServletException {
        server.stop();
        application.stop();
        application.undeploy();
    }
}
