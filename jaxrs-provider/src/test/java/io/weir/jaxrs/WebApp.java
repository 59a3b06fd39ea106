package io.weir.jaxrs;

import jakarta.servlet.Filter;
import java.nio.file.Path;
import java.util.EventListener;

/** What a web application has besides the runtime's servlet. */
interface WebApp {

    void attribute(String name, Object value);

    /** A parameter of the context. */
    void parameter(String name, String value);

    /** A parameter of the runtime's servlet. */
    void servletParameter(String name, String value);

    /** Asynchronous, for every path, on requests only. */
    void filter(Filter filter);

    void listener(Class<? extends EventListener> listener);

    void errorPage(int status, String path);

    /** The files of the application. */
    void root(Path directory);
}
