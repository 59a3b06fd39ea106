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
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A script as Redis gets it: the text and the SHA-1 by which EVALSHA calls it.
 *
 * @param text Lua source
 * @param sha1 lower-case hexadecimal, as SCRIPT LOAD answers
 */
record LuaScript(String text, String sha1) {

    /** A function of an algorithm, in the first group its name; helpers are local. */
    private static final Pattern FUNCTION =
            Pattern.compile("^function \\w+\\.(\\w+)\\(.*?^end\n+", Pattern.MULTILINE | Pattern.DOTALL);

    /**
     * A driver, such as {@code acquire.lua}, joined behind just the algorithms that a call uses, and of these just what it
     * calls: Redis makes every function of a script anew each time it runs.
     */
    static LuaScript driver(String driver, Set<String> algorithms) {
        return joined(algorithms, read("charges") + '\n' + read(driver));
    }

    /** {@code acquire_many.lua}, behind {@code acquire.lua} as a function. */
    static LuaScript many(Set<String> algorithms) {
        String acquire = read("charges") + '\n' + read("acquire");
        return joined(algorithms, "local function acquire(KEYS, ARGV)\n" + acquire + "end\n\n" + read("acquire_many"));
    }

    private static LuaScript joined(Set<String> algorithms, String body) {
        StringBuilder text = new StringBuilder();
        for (String word : new TreeSet<>(algorithms)) { // in one order: equal sets make equal scripts
            String algorithm = read(word.replace('-', '_'));
            text.append(FUNCTION.matcher(algorithm)
                            .replaceAll(function -> body.contains("." + function.group(1) + "(")
                                    ? Matcher.quoteReplacement(function.group())
                                    : ""))
                    .append('\n');
        }
        return of(text.append(body).toString());
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
