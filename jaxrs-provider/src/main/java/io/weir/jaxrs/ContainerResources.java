package io.weir.jaxrs;

import io.weir.config.GateConfiguration;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.net.URLConnection;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What a web application holds: its files, by their URLs, which are asked for once, and its attributes.
 *
 * <p>By URLs because RESTEasy's context is a proxy that answers the threads of requests, and not one that looks at a file.
 */
final class ContainerResources implements GateConfiguration.Resources {

    /** Where the container keeps a file. */
    @FunctionalInterface
    interface Urls {
        @Nullable
        URL of(String path) throws IOException;
    }

    private final Urls container;
    private final Function<String, @Nullable Object> attributes;
    private final Map<String, Optional<URL>> urls = new ConcurrentHashMap<>();

    ContainerResources(Urls container, Function<String, @Nullable Object> attributes) {
        this.container = container;
        this.attributes = attributes;
    }

    @Override
    public @Nullable InputStream open(String path) throws IOException {
        Optional<URL> url = urls.get(path);
        if (url == null) {
            url = Optional.ofNullable(container.of(path));
            urls.put(path, url);
        }
        return url.isEmpty() ? null : open(url.get());
    }

    private static InputStream open(URL url) throws IOException {
        URLConnection connection = url.openConnection();
        connection.setUseCaches(false); // it may have changed
        return connection.getInputStream();
    }

    @Override
    public @Nullable Object attribute(String name) {
        return attributes.apply(name);
    }
}
