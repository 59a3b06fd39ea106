package io.weir.config;

import java.util.Comparator;

/**
 * Where something was said.
 *
 * @param source the file, or the setting
 * @param line from 1; 0 for the source as a whole
 * @param column from 1; 0 for the source as a whole
 */
record Place(String source, int line, int column) implements Comparable<Place> {

    private static final Comparator<Place> ORDER =
            Comparator.comparing(Place::source).thenComparing(Place::line).thenComparing(Place::column);

    static Place whole(String source) {
        return new Place(source, 0, 0);
    }

    static Place setting(String name) {
        return whole("setting '" + name + "'");
    }

    @Override
    public int compareTo(Place other) {
        return ORDER.compare(this, other);
    }

    @Override
    public String toString() {
        return line == 0 ? source : source + " line " + line + ", column " + column;
    }
}
