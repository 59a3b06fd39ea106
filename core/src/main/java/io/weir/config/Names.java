package io.weir.config;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/** Names of one kind, each of which may be taken once, whatever its case: they stand in keys and on the wire. */
final class Names {

    private final String kind;
    private final Map<String, Place> taken = new HashMap<>();

    /** @param kind how messages call what has such a name */
    Names(String kind) {
        this.kind = kind;
    }

    /** Whether the name was free; if not, that is a problem. */
    boolean take(String name, Place place, Problems problems) {
        Place first = taken.putIfAbsent(name.toLowerCase(Locale.ROOT), place);
        if (first != null) {
            problems.add(
                    kind + " '" + name + "' has the name of another, on line " + first.line()
                            + "; allowed: names that differ in more than case",
                    place);
        }
        return first == null;
    }
}
