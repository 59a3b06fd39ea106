package io.weir.http;

/**
 * A response field for an adapter to write.
 *
 * @param name the field's name
 * @param value its value, ASCII
 * @param list whether the value is a member of a list, to be added to what others wrote (RFC 9110, section 5.3);
 *     otherwise it replaces it
 */
public record Field(String name, String value, boolean list) {

    static Field single(String name, String value) {
        return new Field(name, value, false);
    }

    static Field member(String name, String value) {
        return new Field(name, value, true);
    }
}
