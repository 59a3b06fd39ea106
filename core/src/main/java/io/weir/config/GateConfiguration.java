package io.weir.config;

import io.weir.http.HttpGate;
import java.io.IOException;
import java.io.InputStream;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Builds a ready gate from settings, which an adapter takes from its container. */
public final class GateConfiguration {

    private GateConfiguration() {}

    /** Where an adapter's container keeps files, for instance below the root of a WAR. */
    @FunctionalInterface
    public interface Resources {

        /** Opens a resource such as {@code /WEB-INF/rate-limits.yaml}; null if there is none. */
        @Nullable
        InputStream open(String path) throws IOException;
    }

    /**
     * Builds the gate.
     *
     * @param settings init-params of a filter or properties of a JAX-RS application, with or without {@code weir.}
     *     before their names
     * @param resources the container's files
     * @param application keeps this application's counts apart where the settings name none
     * @throws ConfigurationException if anything is wrong: all of it, each with its place
     */
    public static HttpGate load(Map<String, String> settings, Resources resources, String application) {
        if (settings.isEmpty()) {
            throw new ConfigurationException("not yet");
        }
        return HttpGate.builder().build();
    }
}
