package io.weir.config;

import java.util.List;

/** The configuration cannot be used; the message lists every mistake with its place, its value and what is allowed. */
public final class ConfigurationException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final String[] problems;

    ConfigurationException(List<String> problems) {
        super(message(problems));
        this.problems = problems.toArray(new String[0]);
    }

    /** The mistakes, each a sentence with its place, in the order in which they stand. */
    public List<String> problems() {
        return List.of(problems);
    }

    private static String message(List<String> problems) {
        String count = problems.size() == 1 ? "is one mistake" : "are " + problems.size() + " mistakes";
        return "the rate limits cannot be configured, there " + count + ":\n  - " + String.join("\n  - ", problems);
    }
}
