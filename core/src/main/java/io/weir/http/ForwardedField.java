package io.weir.http;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads the Forwarded field (RFC 7239, section 4): elements of pairs, whose values are tokens or quoted strings. A comma
 * or a semicolon in a quoted string separates nothing.
 */
final class ForwardedField {

    private static final String TOKEN = "[!#$%&'*+.^_`|~0-9A-Za-z-]+";
    private static final String QUOTED = "\"[^\"\\\\]*+(?:\\\\.[^\"\\\\]*+)*+\"";
    private static final Pattern PAIR =
            Pattern.compile("\\s*(?<name>" + TOKEN + ")=(?<value>" + TOKEN + "|" + QUOTED + ")\\s*(?<end>[;,]|$)");
    private static final Pattern EMPTY = Pattern.compile("\\s*(?<end>[;,]|$)");

    private ForwardedField() {}

    /**
     * What each element says of {@code for}, in order; empty for an element that says nothing of it, or twice.
     *
     * @return one empty element if the field cannot be read: nobody then knows where an element begins
     */
    static List<Optional<String>> hops(String field) {
        List<Optional<String>> hops = new ArrayList<>();
        List<String> hop = new ArrayList<>();
        boolean blank = true;
        int at = 0;
        while (at <= field.length()) {
            Matcher pair = PAIR.matcher(field).region(at, field.length());
            Matcher empty = EMPTY.matcher(field).region(at, field.length());
            Matcher read = pair.lookingAt() ? pair : empty;
            if (read == empty && !empty.lookingAt()) {
                return List.of(Optional.empty());
            }
            if (read == pair) {
                blank = false;
                if (pair.group("name").equalsIgnoreCase("for")) {
                    hop.add(unquoted(pair.group("value")));
                }
            }
            at = read.end();
            if (!read.group("end").equals(";")) {
                if (!blank) {
                    hops.add(hop.size() == 1 ? Optional.of(hop.get(0)) : Optional.empty());
                }
                hop = new ArrayList<>();
                blank = true;
                if (read.group("end").isEmpty()) {
                    return hops;
                }
            }
        }
        return hops;
    }

    private static String unquoted(String value) {
        return value.startsWith("\"") ? value.substring(1, value.length() - 1).replaceAll("\\\\(.)", "$1") : value;
    }
}
