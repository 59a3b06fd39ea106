package io.weir.servlet;

import io.weir.config.GateConfiguration;
import jakarta.servlet.ServletContext;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/** What a web application holds: its files, and its attributes. */
record ContextResources(ServletContext context) implements GateConfiguration.Resources {

    @Override
    public @Nullable InputStream open(String path) {
        return context.getResourceAsStream(path);
    }

    @Override
    public @Nullable Object attribute(String name) {
        return context.getAttribute(name);
    }
}
