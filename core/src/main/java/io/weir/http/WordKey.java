package io.weir.http;

import java.util.Collection;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A key that one word of a configuration names.
 *
 * @param kind which part of the call it looks at
 * @param name of the header or cookie; empty for the others
 */
record WordKey(Kind kind, String name) implements ClientKey {

    static final String ALLOWED =
            "ip, user, session, header:NAME, cookie:NAME, path, global; 'a | b' for the first present";

    static final ClientKey IP = new WordKey(Kind.IP, "");
    static final ClientKey USER = new WordKey(Kind.USER, "");

    private static final Identity EVERYBODY = Identity.of("global", "all");

    /** A header or cookie name: a token of RFC 9110, section 5.6.2. */
    private static final Pattern TOKEN = Pattern.compile("[!#$%&'*+.^_`|~0-9A-Za-z-]{1,64}");

    enum Kind {
        IP,
        USER,
        SESSION,
        HEADER,
        COOKIE,
        PATH,
        GLOBAL
    }

    /** @throws IllegalArgumentException if the word is unknown */
    static ClientKey parse(String word) {
        return switch (word) {
            case "ip" -> IP;
            case "user" -> USER;
            case "session" -> new WordKey(Kind.SESSION, "");
            case "path" -> new WordKey(Kind.PATH, "");
            case "global" -> new WordKey(Kind.GLOBAL, "");
            default -> parseNamed(word);
        };
    }

    private static ClientKey parseNamed(String word) {
        int colon = word.indexOf(':');
        String kind = colon < 0 ? word : word.substring(0, colon);
        String name = colon < 0 ? "" : word.substring(colon + 1).strip();
        if (TOKEN.matcher(name).matches() && kind.equals("header")) {
            return new WordKey(Kind.HEADER, name.toLowerCase(Locale.ROOT));
        }
        if (TOKEN.matcher(name).matches() && kind.equals("cookie")) {
            return new WordKey(Kind.COOKIE, name);
        }
        throw new IllegalArgumentException("key '" + word + "' is unknown; allowed: " + ALLOWED);
    }

    @Override
    public @Nullable Identity of(HttpCall call) {
        return switch (kind) {
            case IP -> visible("ip", call.remoteAddress());
            case USER -> visible("user", call.principal());
            case SESSION -> secret("session", call.sessionId());
            case HEADER -> secret("header." + name, only(call.headerLines(name)));
            case COOKIE -> secret("cookie." + name, only(Set.copyOf(call.cookies(name))));
            case PATH -> visible("path", call.routeTemplate());
            case GLOBAL -> EVERYBODY;
        };
    }

    @Override
    public Set<Need> needs() {
        return switch (kind) {
            case IP -> Set.of(Need.ADDRESS);
            case USER -> Set.of(Need.USER);
            case SESSION -> Set.of(Need.SESSION);
            case PATH -> Set.of(Need.ROUTE);
            case HEADER, COOKIE, GLOBAL -> Set.of();
        };
    }

    @Override
    public String toString() {
        String word = kind.name().toLowerCase(Locale.ROOT);
        return name.isEmpty() ? word : word + ":" + name;
    }

    /**
     * The only line or value. Of several, nobody knows which the application goes by: most take the first, and a second that is
     * made up would be a fresh budget.
     */
    private static @Nullable String only(Collection<String> values) {
        return values.size() == 1 ? values.iterator().next() : null;
    }

    private static @Nullable Identity visible(String type, @Nullable String value) {
        return value == null || value.isEmpty() ? null : Identity.of(type, value);
    }

    private static @Nullable Identity secret(String type, @Nullable String value) {
        return value == null || value.isEmpty() ? null : Identity.secret(type, value);
    }
}
