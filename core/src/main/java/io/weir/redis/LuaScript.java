package io.weir.redis;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Set;
import java.util.TreeSet;

/**
 * A script as Redis gets it: the text and the SHA-1 by which EVALSHA calls it.
 *
 * @param text Lua source
 * @param sha1 lower-case hexadecimal, as SCRIPT LOAD answers
 */
record LuaScript(String text, String sha1) {

    /** A driver, such as {@code acquire.lua}, joined behind just the algorithms that a call uses. */
    static LuaScript driver(String driver, Set<String> algorithms) {
        StringBuilder text = new StringBuilder();
        for (String word : new TreeSet<>(algorithms)) { // in one order: equal sets make equal scripts
            text.append(read(word.replace('-', '_'))).append('\n');
        }
        return of(text.append(read("charges")).append('\n').append(read(driver)).toString());
    }

    /** A script that stands alone. */
    static LuaScript named(String file) {
        return of(read(file));
    }

    private static LuaScript of(String text) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-1").digest(text.getBytes(StandardCharsets.UTF_8));
            return new LuaScript(text, HexFormat.of().formatHex(digest));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-1", e);
        }
    }

    private static String read(String file) {
        String resource = "lua/" + file + ".lua";
        try (InputStream in = LuaScript.class.getResourceAsStream(resource)) {
            if (in == null) {
                throw new IllegalStateException("script " + resource + " is missing beside " + LuaScript.class);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
