package io.weir.http;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;

/**
 * Who a budget belongs to: a type, such as {@code user}, and a value, such as {@code alice}, in a form that fits between
 * the braces of a Redis key.
 *
 * <p>No two identities make the same text, and no brace, colon, newline or glob of a client reaches it raw: letters,
 * digits, {@code .}, {@code _} and {@code -} stand for themselves, everything else is percent-encoded. Above
 * {@value #MAX_LENGTH} characters, and always for a secret, a SHA-256 digest behind a {@code #} stands in; an encoded
 * value never contains one.
 */
public final class Identity {

    private static final int MAX_LENGTH = 64;
    private static final char[] HEX = "0123456789ABCDEF".toCharArray();

    private final String type;
    private final String value;

    private Identity(String type, String value) {
        this.type = type;
        this.value = value;
    }

    /**
     * An identity whose value may be seen.
     *
     * @param type what kind of client; the configuration's, never the client's
     * @param value who of that kind; the client's, any text
     */
    public static Identity of(String type, String value) {
        String encoded = value.length() > MAX_LENGTH ? "" : encode(value);
        boolean fits = encoded.length() <= MAX_LENGTH && value.length() <= MAX_LENGTH;
        return new Identity(encode(type), fits ? encoded : digest(value));
    }

    /** An identity whose value may be a credential: only its digest is kept. */
    public static Identity secret(String type, String value) {
        return new Identity(encode(type), digest(value));
    }

    /** This and another client together: one budget for the pair. */
    public Identity and(Identity other) {
        String pair = value + "+" + other.value;
        return new Identity(type + "+" + other.type, pair.length() > MAX_LENGTH ? digest(pair) : pair);
    }

    /** {@code type=value}, as it stands in a key. */
    @Override
    public String toString() {
        return type + "=" + value;
    }

    private static String encode(String text) {
        StringBuilder encoded = new StringBuilder(text.length() + 16);
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c < 0x80 && (Character.isLetterOrDigit(c) || "._-".indexOf(c) >= 0)) {
                encoded.append(c);
            } else if (c < 0x80) {
                encoded.append('%').append(HEX[c >> 4]).append(HEX[c & 15]);
            } else { // the UTF-16 unit: UTF-8 has no form for a lone surrogate, and two of them would become one '?'
                encoded.append("%u").append(HEX[c >> 12]).append(HEX[c >> 8 & 15]);
                encoded.append(HEX[c >> 4 & 15]).append(HEX[c & 15]);
            }
        }
        return encoded.toString();
    }

    private static String digest(String text) {
        byte[] units = new byte[2 * text.length()];
        for (int i = 0; i < text.length(); i++) {
            units[2 * i] = (byte) (text.charAt(i) >> 8);
            units[2 * i + 1] = (byte) text.charAt(i);
        }
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(units);
            return "#" + Base64.getUrlEncoder().withoutPadding().encodeToString(hash);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
