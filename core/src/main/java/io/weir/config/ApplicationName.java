package io.weir.config;

import io.weir.Limit;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * What an application is called in Redis unless its settings say so: the same on every node and in every adapter, and
 * another for every application of a container.
 */
public final class ApplicationName {

    private static final String NAMELESS = "default";
    private static final int DIGEST_LENGTH = 8;

    private ApplicationName() {}

    /**
     * The context path without its slash, {@code /shop} being {@code shop}; at the root the display name; without one
     * {@code default}. Where that is no name, or could be another's, something readable and a digest: {@code /shop/v1} is
     * {@code shop-v1-} and eight hexadecimal digits.
     *
     * @param contextPath empty at the root
     * @param displayName null if there is none
     */
    public static String of(String contextPath, @Nullable String displayName) {
        if (!contextPath.isEmpty()) {
            String name = contextPath.substring(1);
            return isName(name) && !name.equals(NAMELESS) ? name : readable(contextPath);
        }
        return displayName == null || displayName.isBlank() ? NAMELESS : readable(displayName);
    }

    private static boolean isName(String text) {
        try {
            Limit.checkName(text);
            return true;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    private static String readable(String text) {
        String name = text.replaceAll("[^A-Za-z0-9_]+", "-").replaceAll("^[^A-Za-z]+|-$", "");
        int room = Limit.MAX_NAME_LENGTH - 1 - DIGEST_LENGTH;
        String beginning = name.isEmpty() ? "app" : name.substring(0, Math.min(name.length(), room));
        return beginning + "-" + digest(text);
    }

    private static String digest(String text) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(hash).substring(0, DIGEST_LENGTH);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
