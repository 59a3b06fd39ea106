package io.weir.config;

import org.jspecify.annotations.Nullable;

/**
 * Fills <code>${NAME}</code> and <code>${NAME:default}</code> in values; <code>$${</code> stands for a bare <code>${</code>.
 *
 * <p>What is filled in is taken as it is: it is not searched again.
 */
@FunctionalInterface
interface Variables {

    /** The value of a name; null if it has none. */
    @Nullable
    String get(String name);

    /** System properties, and where there is none of the name, the environment. */
    static Variables ofProcess() {
        return name -> {
            String property = System.getProperty(name);
            return property == null ? System.getenv(name) : property;
        };
    }

    /**
     * The text with everything filled in.
     *
     * @throws IllegalArgumentException if a name has neither value nor default, or a placeholder is malformed
     */
    default String fill(String text) {
        StringBuilder filled = new StringBuilder(text.length());
        int from = 0;
        for (int start = text.indexOf("${"); start >= 0; start = text.indexOf("${", from)) {
            if (start > from && text.charAt(start - 1) == '$') {
                filled.append(text, from, start - 1).append("${");
                from = start + 2;
                continue;
            }
            int end = text.indexOf('}', start);
            String inside = end < 0 ? "" : text.substring(start + 2, end);
            if (inside.isEmpty() || inside.startsWith(":") || inside.contains("${")) {
                // Not the text itself: a default may be a password.
                throw new IllegalArgumentException("the placeholder at character " + (start + 1)
                        + " is malformed; allowed: ${NAME} or ${NAME:default}, without a placeholder inside");
            }
            filled.append(text, from, start).append(value(inside));
            from = end + 1;
        }
        return filled.append(text, from, text.length()).toString();
    }

    private String value(String inside) {
        int colon = inside.indexOf(':');
        String name = colon < 0 ? inside : inside.substring(0, colon);
        String value = get(name);
        if (value != null) {
            return value;
        }
        if (colon < 0) {
            throw new IllegalArgumentException("'" + name + "' is neither a system property nor in the environment;"
                    + " allowed: set it, or give a default as in ${" + name + ":default}");
        }
        return inside.substring(colon + 1);
    }
}
