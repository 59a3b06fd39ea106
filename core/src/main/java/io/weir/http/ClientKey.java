package io.weir.http;

import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Whose budget a request draws on.
 *
 * <p>In words: {@code ip}, {@code user}, {@code session}, {@code header:NAME}, {@code cookie:NAME},
 * {@code path}, {@code global};
 * {@code a | b} is the first that is present; several keys together are one budget per combination. A key that is absent
 * falls back to {@code ip}, so that leaving a header out is no way around a rule, and
 * neither is sending it twice: a header with two lines, or a cookie with two values, is absent.
 *
 * <p>A header or cookie is what the client says. Where nothing before the limiter has verified it, a client that makes up
 * a new value for every request has a new budget for every request: add a rule by {@code ip} beside it.
 *
 * <p>{@code path} is the pattern of the rule that matched, {@code /users/{id}} for instance, or in Jakarta REST the template
 * of the resource; never what a client put in the place of {@code {id}}. Alone it is one budget for everybody, and with
 * {@code ip} one for each client and pattern.
 *
 * @see WordKey
 */
@FunctionalInterface
public interface ClientKey {

    /** What the answer of a key depends on, and not every container knows, or knows from the start. */
    enum Need {
        /** The address of the peer. */
        ADDRESS,
        /** Sessions, which there are in servlet containers. */
        SESSION,
        /** Where the request is routed to. */
        ROUTE,
        /** Who the user is, after authentication. */
        USER
    }

    /** The client of a call; null if the call does not have what this key looks at. */
    @Nullable
    Identity of(HttpCall call);

    /** What of a request has to be known before this key can be asked; nothing but the request unless said otherwise. */
    default Set<Need> needs() {
        return Set.of();
    }

    /** This key, or another where this one is absent. */
    default ClientKey or(ClientKey other) {
        return new CombinedKeys.FirstPresent(this, other);
    }

    /** This key and another together, each falling back to {@code ip} by itself. */
    default ClientKey and(ClientKey other) {
        return new CombinedKeys.Both(this, other);
    }

    /**
     * Reads one key in words, for instance {@code user | ip}.
     *
     * @throws IllegalArgumentException if a word is unknown; the message says which are allowed
     */
    static ClientKey parse(String text) {
        String[] words = text.split("\\|", -1);
        ClientKey key = WordKey.parse(words[0].strip());
        for (int i = 1; i < words.length; i++) {
            key = key.or(WordKey.parse(words[i].strip()));
        }
        return key;
    }

    /**
     * Reads keys in words that together are one budget.
     *
     * @throws IllegalArgumentException if there is none, or a word is unknown
     */
    static ClientKey parse(List<String> texts) {
        if (texts.isEmpty()) {
            throw new IllegalArgumentException("key is an empty list; allowed: " + WordKey.ALLOWED);
        }
        ClientKey key = parse(texts.get(0));
        for (String text : texts.subList(1, texts.size())) {
            key = key.and(parse(text));
        }
        return key;
    }
}
