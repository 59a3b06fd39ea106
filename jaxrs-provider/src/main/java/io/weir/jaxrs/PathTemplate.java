package io.weir.jaxrs;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The template of a {@code @Path}, as a runtime matches it: against encoded text, with whatever is left in the final group
 * (Jakarta REST 3.0, section 3.7.3).
 *
 * @param pattern matches a path that begins with a slash, or an empty one; its last group is the rest
 * @param literals how many characters are not part of a variable; a slash in front is one, as Jersey 3.1 counts
 * @param variables how many variables there are
 * @param regexes how many of them have a regular expression of their own
 */
record PathTemplate(Pattern pattern, int literals, int variables, int regexes) {

    private static final String REST = "(/.*)?";
    private static final String PLAIN = "-._~!$&'()*+,;=:@/"; // RFC 3986, section 3.3: what a path may say besides
    private static final Pattern ENCODED = Pattern.compile("%\\p{XDigit}{2}");

    /**
     * The template of several values of {@code @Path}, one below the other. What cannot be read, and a runtime may understand
     * nevertheless, matches nothing.
     */
    static PathTemplate of(String... paths) {
        try {
            return new Reader(join(List.of(paths))).read();
        } catch (IllegalArgumentException e) {
            return new PathTemplate(Pattern.compile("(?!)"), 0, 0, 0);
        }
    }

    /** Several values of {@code @Path}, one below the other: each behind a slash, and none at the end. */
    static String join(List<String> paths) {
        StringBuilder whole = new StringBuilder();
        for (String path : paths) {
            String bare = path.substring(path.startsWith("/") ? 1 : 0);
            bare = bare.substring(0, bare.length() - (bare.endsWith("/") ? 1 : 0));
            whole.append(bare.isEmpty() ? "" : "/").append(bare);
        }
        return whole.toString();
    }

    /** What is left of a path behind this template, empty or from a slash on; null if it does not match. */
    @Nullable
    String rest(String path) {
        Matcher matcher = pattern.matcher(path);
        if (!matcher.matches()) {
            return null;
        }
        String rest = matcher.group(matcher.groupCount());
        return rest == null ? "" : rest;
    }

    /**
     * Whether a runtime is sure to try this template before another one. Jersey 3.1 compares literals, then variables, then
     * regular expressions (Jakarta REST 3.0, section 3.7.2, steps 1f and 2f); RESTEasy 6.2 does not compare variables.
     */
    boolean isBefore(PathTemplate other) {
        return literals > other.literals
                || (literals == other.literals && variables >= other.variables && regexes > other.regexes);
    }

    private static final class Reader {

        private final String template;
        private final StringBuilder regex = new StringBuilder();
        private int literals;
        private int variables;
        private int regexes;

        Reader(String template) {
            this.template = template;
        }

        PathTemplate read() {
            int at = 0;
            while (at < template.length()) {
                int open = template.indexOf('{', at);
                int end = open < 0 ? template.length() : open;
                literal(template.substring(at, end));
                at = open < 0 ? end : variable(open);
            }
            return new PathTemplate(Pattern.compile(regex.append(REST).toString()), literals, variables, regexes);
        }

        private void literal(String text) {
            literals += text.length();
            Matcher encoded = ENCODED.matcher(text);
            int at = 0;
            while (encoded.find()) {
                encode(text.substring(at, encoded.start()));
                regex.append("(?i:").append(encoded.group()).append(')');
                at = encoded.end();
            }
            encode(text.substring(at));
        }

        private void encode(String text) {
            text.codePoints().forEach(one -> {
                boolean letter = one < 128 && Character.isLetterOrDigit(one);
                if (letter) {
                    regex.append((char) one);
                } else if (PLAIN.indexOf(one) >= 0) {
                    regex.append('\\').append((char) one);
                } else {
                    for (byte octet : Character.toString(one).getBytes(StandardCharsets.UTF_8)) {
                        regex.append(String.format("(?i:%%%02x)", octet));
                    }
                }
            });
        }

        /** Reads a variable, in whose regular expression braces come in pairs; returns the index behind it. */
        private int variable(int open) {
            int depth = 0;
            int at = open;
            do {
                if (at == template.length()) {
                    throw new IllegalArgumentException("template '" + template + "': a '{' is not closed");
                }
                char c = template.charAt(at++);
                depth += c == '{' ? 1 : c == '}' ? -1 : 0;
            } while (depth > 0);
            String inside = template.substring(open + 1, at - 1);
            int colon = inside.indexOf(':');
            variables++;
            regexes += colon < 0 ? 0 : 1;
            regex.append('(')
                    .append(colon < 0 ? "[^/]+" : inside.substring(colon + 1).strip())
                    .append(')');
            return at;
        }
    }
}
