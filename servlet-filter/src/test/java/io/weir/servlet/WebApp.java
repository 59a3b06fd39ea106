package io.weir.servlet;

import jakarta.servlet.ServletContext;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** An exploded web application: a directory with {@code WEB-INF/web.xml} and what else a test puts there. */
record WebApp(Path root) {

    static final String REALM = "test";

    /** Jakarta EE has a namespace of its own, which containers of {@code javax.servlet} do not know. */
    private static final String VERSION = ServletContext.class.getName().startsWith("jakarta")
            ? "xmlns='https://jakarta.ee/xml/ns/jakartaee' version='5.0'"
            : "xmlns='http://xmlns.jcp.org/xml/ns/javaee' version='4.0'";

    /** Writes the directory, with these elements in {@code web.xml}. */
    static WebApp in(Path root, String... elements) throws IOException {
        return new WebApp(root).with("WEB-INF/web.xml", """
                        <web-app %s metadata-complete="true">
                        %s
                        </web-app>
                        """.formatted(VERSION, String.join("\n", elements)));
    }

    /** Adds a file. */
    WebApp with(String path, String text) throws IOException {
        Path file = root.resolve(path);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
        return this;
    }

    /** The filter, mapped to everything, for these dispatcher types; for REQUEST if none is given. */
    static String filter(String name, Map<String, String> initParams, String... dispatchers) {
        StringBuilder xml = new StringBuilder("<filter><filter-name>" + name + "</filter-name><filter-class>"
                + RateLimitFilter.class.getName() + "</filter-class><async-supported>true</async-supported>");
        initParams.forEach((param, value) -> xml.append("<init-param><param-name>")
                .append(param)
                .append("</param-name><param-value>")
                .append(value)
                .append("</param-value></init-param>"));
        xml.append("</filter><filter-mapping><filter-name>")
                .append(name)
                .append("</filter-name><url-pattern>/*</url-pattern>");
        List.of(dispatchers)
                .forEach(dispatcher ->
                        xml.append("<dispatcher>").append(dispatcher).append("</dispatcher>"));
        return xml.append("</filter-mapping>").toString();
    }

    /** A servlet with a public constructor. */
    static String servlet(Class<?> type, String pattern) {
        String name = type.getSimpleName();
        return "<servlet><servlet-name>" + name + "</servlet-name><servlet-class>" + type.getName()
                + "</servlet-class><async-supported>true</async-supported></servlet><servlet-mapping><servlet-name>"
                + name + "</servlet-name><url-pattern>" + pattern + "</url-pattern></servlet-mapping>";
    }

    static String contextParam(String name, String value) {
        return "<context-param><param-name>" + name + "</param-name><param-value>" + value
                + "</param-value></context-param>";
    }

    static String errorPage(int status, String location) {
        return "<error-page><error-code>" + status + "</error-code><location>" + location + "</location></error-page>";
    }

    /** Nobody gets in without a password, sent as Basic (RFC 7617). */
    static String login() {
        return "<security-constraint><web-resource-collection><web-resource-name>all</web-resource-name>"
                + "<url-pattern>/*</url-pattern></web-resource-collection>"
                + "<auth-constraint><role-name>*</role-name></auth-constraint></security-constraint>"
                + "<login-config><auth-method>BASIC</auth-method><realm-name>" + REALM + "</realm-name></login-config>"
                + Container.USERS.values().stream()
                        .map(role -> "<security-role><role-name>" + role + "</role-name></security-role>")
                        .collect(Collectors.joining());
    }
}
