package io.weir.config;

import io.weir.Limit;
import io.weir.http.RequestCost;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads {@code cost}: a number, or the header that says it and the most that it may say. */
final class CostReader {

    private static final String KEY = "cost";
    static final Words KEYS = Words.of("header", "max");

    /** RFC 9110, section 5.6.2. */
    private static final Pattern TOKEN = Pattern.compile("[A-Za-z0-9!#$%&'*+.^_`|~-]+");

    private CostReader() {}

    /** Null if the section does not say, or says what cannot be used. */
    static @Nullable RequestCost read(Section section, Problems problems) {
        if (section.value(KEY) instanceof Tree.Entries map) {
            return fromHeader(new Section(map, problems), problems);
        }
        Long permits = section.number(KEY, 0, Limit.MAX_PERMITS);
        return permits == null ? null : RequestCost.of(permits);
    }

    private static @Nullable RequestCost fromHeader(Section section, Problems problems) {
        section.allow(KEYS);
        section.require("header", "X-Cost");
        section.require("max", "100, so that a request cannot take more");
        Tree.Text header = section.text("header");
        Long max = section.number("max", 1, Limit.MAX_PERMITS);
        if (header != null && !TOKEN.matcher(header.value()).matches()) {
            problems.add(
                    "'header' is '" + header.value() + "'; allowed: the name of a header, for instance X-Cost",
                    header.place());
            return null;
        }
        return header == null || max == null ? null : RequestCost.ofHeader(header.value(), max);
    }
}
