package io.weir.config;

import java.util.List;

/**
 * What a configuration says, whoever says it: a YAML file and a handful of settings make the same trees and meet the same
 * checks.
 */
sealed interface Tree {

    /** Where it begins. */
    Place place();

    /** How a message calls this form. */
    String form();

    /** A scalar as written, placeholders resolved: {@code 5}, {@code "5"} and {@code yes} are texts alike. */
    record Text(String value, Place place) implements Tree {

        @Override
        public String form() {
            return "a text";
        }
    }

    /** A list. */
    record Items(List<Tree> items, Place place) implements Tree {

        @Override
        public String form() {
            return "a list";
        }
    }

    /** A map, in the order written, each key once. */
    record Entries(List<Entry> entries, Place place) implements Tree {

        @Override
        public String form() {
            return "a map";
        }
    }

    /** A key without a value. */
    record Nothing(Place place) implements Tree {

        @Override
        public String form() {
            return "empty";
        }
    }

    /** A value that was found wrong while it was read; its problem is told already. */
    record Unusable(Place place) implements Tree {

        @Override
        public String form() {
            return "unusable";
        }
    }

    /** A key, where it stands, and its value. */
    record Entry(String key, Place place, Tree value) {}
}
