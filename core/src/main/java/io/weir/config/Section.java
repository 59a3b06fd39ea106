package io.weir.config;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A map while it is read: hands out values in the form that is wanted, and tells the problems of those that are not. */
final class Section {

    private static final Pattern WHOLE = Pattern.compile("-?[0-9]{1,18}");

    private final Map<String, Tree.Entry> entries = new LinkedHashMap<>();
    private final Place place;
    private final Problems problems;

    Section(Tree.Entries map, Problems problems) {
        map.entries().forEach(entry -> entries.put(entry.key(), entry));
        place = map.place();
        this.problems = problems;
    }

    /** Refuses every key that is not among these. */
    void allow(Words keys) {
        for (Tree.Entry entry : entries.values()) {
            if (!keys.known().contains(entry.key())) {
                problems.add(keys.refuse(entry.key()), entry.place());
            }
        }
    }

    /** Whether the key is there, with whatever value. */
    boolean has(String key) {
        return entries.containsKey(key);
    }

    /** Where the value of the key stands; the section itself if it has none. */
    Place place(String key) {
        Tree.Entry entry = entries.get(key);
        return entry == null ? place : entry.value().place();
    }

    /** The value of a key; null if there is none, or none that can be used. */
    @Nullable
    Tree value(String key) {
        Tree.Entry entry = entries.get(key);
        if (entry == null || entry.value() instanceof Tree.Unusable) {
            return null;
        }
        if (entry.value() instanceof Tree.Nothing) {
            problems.add("'" + key + "' has no value; allowed: a value, or leave the key out", entry.place());
            return null;
        }
        return entry.value();
    }

    /** Tells a problem if the key is absent. */
    void require(String key, String example) {
        if (!has(key)) {
            problems.add("'" + key + "' is missing; allowed: for instance " + example, place);
        }
    }

    /** The value as text; null as for {@link #value}, or if it is no text. */
    Tree.@Nullable Text text(String key) {
        Tree value = value(key);
        return value == null ? null : text("'" + key + "'", value);
    }

    /** The value as texts, one standing for a list of one; null as for {@link #value}, or if it is something else. */
    @Nullable
    List<Tree.Text> texts(String key) {
        Tree value = value(key);
        if (value instanceof Tree.Items list) {
            List<Tree.Text> texts = new ArrayList<>();
            for (Tree item : list.items()) {
                Tree.Text text = text("an item of '" + key + "'", item);
                if (text != null) {
                    texts.add(text);
                }
            }
            return texts;
        }
        if (value == null || value instanceof Tree.Text) {
            return value == null ? null : List.of((Tree.Text) value);
        }
        problems.add("'" + key + "' is " + value.form() + "; allowed: a text, or a list of texts", value.place());
        return null;
    }

    /**
     * The value as a list of maps; empty as for {@link #value}, without those items that are no maps.
     *
     * @param wanted what a map is to have, for messages
     */
    List<Section> sections(String key, String wanted) {
        Tree value = value(key);
        List<Section> sections = new ArrayList<>();
        if (value instanceof Tree.Items list) {
            for (Tree item : list.items()) {
                if (item instanceof Tree.Entries map) {
                    sections.add(new Section(map, problems));
                } else if (!(item instanceof Tree.Unusable)) {
                    problems.add(
                            "an item of '" + key + "' is " + item.form() + "; allowed: a map with " + wanted,
                            item.place());
                }
            }
        } else if (value != null) {
            problems.add(
                    "'" + key + "' is " + value.form() + "; allowed: a list of maps with " + wanted, value.place());
        }
        return sections;
    }

    /** The value as a whole number; null as for {@link #value}, or if it is none from {@code least} to {@code most}. */
    @Nullable
    Long number(String key, long least, long most) {
        Tree.Text text = text(key);
        if (text == null) {
            return null;
        }
        if (WHOLE.matcher(text.value()).matches()) {
            long number = Long.parseLong(text.value());
            if (number >= least && number <= most) {
                return number;
            }
        }
        problems.add(
                "'" + key + "' is '" + text.value() + "'; allowed: a whole number, " + least + " to " + most,
                text.place());
        return null;
    }

    private Tree.@Nullable Text text(String what, Tree value) {
        if (value instanceof Tree.Text text) {
            return text;
        }
        if (!(value instanceof Tree.Unusable)) {
            problems.add(what + " is " + value.form() + "; allowed: a text", value.place());
        }
        return null;
    }
}
