package io.weir.config;

/** The configuration cannot be used; the message lists every mistake with its place, its value and what is allowed. */
public final class ConfigurationException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    ConfigurationException(String message) {
        super(message);
    }
}
