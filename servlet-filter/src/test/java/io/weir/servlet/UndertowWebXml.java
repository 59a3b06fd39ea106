package io.weir.servlet;

import io.undertow.server.handlers.resource.PathResourceManager;
import io.undertow.servlet.Servlets;
import io.undertow.servlet.api.DeploymentInfo;
import io.undertow.servlet.api.FilterInfo;
import io.undertow.servlet.api.LoginConfig;
import io.undertow.servlet.api.SecurityConstraint;
import io.undertow.servlet.api.ServletInfo;
import io.undertow.servlet.api.WebResourceCollection;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.Filter;
import jakarta.servlet.Servlet;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EventListener;
import java.util.List;
import java.util.stream.IntStream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/**
 * Reads {@code web.xml} as WildFly does it for Undertow, which by itself reads none. It knows the elements that
 * {@link WebApp} writes, and stops at any other.
 */
final class UndertowWebXml {

    private final DeploymentInfo info = Servlets.deployment();

    private UndertowWebXml() {}

    static DeploymentInfo read(Path root) throws Exception {
        UndertowWebXml xml = new UndertowWebXml();
        xml.info.setResourceManager(new PathResourceManager(root));
        Element webApp = DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(root.resolve("WEB-INF/web.xml").toFile())
                .getDocumentElement();
        for (Element element : elements(webApp.getChildNodes())) {
            xml.add(element);
        }
        return xml.info;
    }

    private void add(Element element) throws ClassNotFoundException {
        switch (element.getTagName()) {
            case "context-param" -> info.addInitParameter(text(element, "param-name"), text(element, "param-value"));
            case "listener" ->
                info.addListener(Servlets.listener(type(text(element, "listener-class"), EventListener.class)));
            case "filter" -> info.addFilter(filter(element));
            case "filter-mapping" -> addFilterMapping(element);
            case "servlet" ->
                info.addServlet(new ServletInfo(
                                text(element, "servlet-name"), type(text(element, "servlet-class"), Servlet.class))
                        .setAsyncSupported(Boolean.parseBoolean(text(element, "async-supported"))));
            case "servlet-mapping" ->
                info.getServlets().get(text(element, "servlet-name")).addMapping(text(element, "url-pattern"));
            case "error-page" ->
                info.addErrorPage(
                        Servlets.errorPage(text(element, "location"), Integer.parseInt(text(element, "error-code"))));
            case "security-constraint" ->
                info.addSecurityConstraint(new SecurityConstraint()
                        .addWebResourceCollection(
                                new WebResourceCollection().addUrlPattern(text(element, "url-pattern")))
                        .addRoleAllowed(text(element, "role-name")));
            case "login-config" ->
                info.setLoginConfig(new LoginConfig(text(element, "auth-method"), text(element, "realm-name")));
            case "security-role" -> info.addSecurityRole(text(element, "role-name"));
            default -> throw new IllegalArgumentException("<" + element.getTagName() + ">");
        }
    }

    private static FilterInfo filter(Element element) throws ClassNotFoundException {
        FilterInfo filter = new FilterInfo(
                        text(element, "filter-name"), type(text(element, "filter-class"), Filter.class))
                .setAsyncSupported(Boolean.parseBoolean(text(element, "async-supported")));
        for (Element param : elements(element.getElementsByTagName("init-param"))) {
            filter.addInitParam(text(param, "param-name"), text(param, "param-value"));
        }
        return filter;
    }

    private void addFilterMapping(Element element) {
        String name = text(element, "filter-name");
        String pattern = text(element, "url-pattern");
        List<DispatcherType> dispatchers = elements(element.getElementsByTagName("dispatcher")).stream()
                .map(dispatcher -> DispatcherType.valueOf(dispatcher.getTextContent()))
                .toList();
        for (DispatcherType type : dispatchers.isEmpty() ? List.of(DispatcherType.REQUEST) : dispatchers) {
            info.addFilterUrlMapping(name, pattern, type);
        }
    }

    private static <T> Class<? extends T> type(String name, Class<T> kind) throws ClassNotFoundException {
        return Class.forName(name).asSubclass(kind);
    }

    /** Of the first element of that name, however deep. */
    private static String text(Element element, String name) {
        return element.getElementsByTagName(name).item(0).getTextContent();
    }

    private static List<Element> elements(NodeList nodes) {
        List<Element> elements = new ArrayList<>();
        IntStream.range(0, nodes.getLength()).mapToObj(nodes::item).forEach(node -> {
            if (node instanceof Element element) {
                elements.add(element);
            }
        });
        return elements;
    }
}
