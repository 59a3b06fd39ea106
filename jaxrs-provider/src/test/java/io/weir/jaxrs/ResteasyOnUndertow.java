package io.weir.jaxrs;

import io.undertow.Handlers;
import io.undertow.Undertow;
import io.undertow.UndertowOptions;
import io.undertow.server.handlers.resource.PathResourceManager;
import io.undertow.servlet.Servlets;
import io.undertow.servlet.api.DeploymentInfo;
import io.undertow.servlet.api.DeploymentManager;
import io.undertow.servlet.api.ErrorPage;
import io.undertow.servlet.api.FilterInfo;
import io.undertow.servlet.util.ImmediateInstanceFactory;
import io.weir.http.HttpAdapterFixture.Node;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.Filter;
import jakarta.ws.rs.core.Application;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Path;
import java.util.EventListener;
import java.util.function.Consumer;
import org.jboss.resteasy.core.ResteasyDeploymentImpl;
import org.jboss.resteasy.plugins.server.undertow.UndertowJaxrsServer;
import org.jboss.resteasy.spi.ResteasyDeployment;

/** Starts RESTEasy in Undertow. */
final class ResteasyOnUndertow {

    private record App(DeploymentInfo deployment) implements WebApp {

        @Override
        public void attribute(String name, Object value) {
            deployment.addServletContextAttribute(name, value);
        }

        @Override
        public void parameter(String name, String value) {
            deployment.addInitParameter(name, value);
        }

        @Override
        public void servletParameter(String name, String value) {
            deployment.getServlets().get("ResteasyServlet").addInitParam(name, value);
        }

        @Override
        public void filter(Filter filter) {
            FilterInfo info = new FilterInfo("filter", filter.getClass(), new ImmediateInstanceFactory<>(filter));
            deployment
                    .addFilter(info.setAsyncSupported(true))
                    .addFilterUrlMapping("filter", "/*", DispatcherType.REQUEST);
        }

        @Override
        public void listener(Class<? extends EventListener> listener) {
            deployment.addListener(Servlets.listener(listener));
        }

        @Override
        public void errorPage(int status, String path) {
            deployment.addErrorPage(new ErrorPage(path, status));
        }

        @Override
        public void root(Path directory) {
            deployment.setResourceManager(new PathResourceManager(directory));
        }
    }

    private ResteasyOnUndertow() {}

    /** Starts an application, as {@link JettyServer#start} does. */
    static Node start(Application application, String mapping, Consumer<WebApp> more) throws Exception {
        ResteasyDeployment runtime = new ResteasyDeploymentImpl();
        runtime.setApplication(application);
        DeploymentInfo deployment = new UndertowJaxrsServer()
                .undertowDeployment(runtime, mapping.replace("*", ""))
                .setClassLoader(ResteasyOnUndertow.class.getClassLoader())
                .setContextPath(JettyServer.CONTEXT_PATH)
                .setDeploymentName("test");
        more.accept(new App(deployment));
        DeploymentManager manager = Servlets.newContainer().addDeployment(deployment);
        manager.deploy();
        Undertow server = Undertow.builder()
                .addHttpListener(0, "127.0.0.1")
                // From 2.3.21 on, Undertow answers 500 to what would be longer than 2 MB.
                .setServerOption(UndertowOptions.MAX_ENTITY_SIZE, -1L)
                .setHandler(Handlers.path().addPrefixPath(JettyServer.CONTEXT_PATH, manager.start()))
                .build();
        server.start();
        InetSocketAddress address =
                (InetSocketAddress) server.getListenerInfo().get(0).getAddress();
        return new Node(URI.create("http://127.0.0.1:" + address.getPort() + JettyServer.CONTEXT_PATH), () -> {
            server.stop();
            manager.stop();
            manager.undeploy();
        });
    }
}
