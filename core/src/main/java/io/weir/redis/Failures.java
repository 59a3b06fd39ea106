package io.weir.redis;

import io.weir.RateLimiterException;
import io.weir.RateLimiterException.Kind;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.redisson.client.RedisException;

/**
 * Tells a Redis that is gone from one that somebody has to put right, by what it answers, and says what is to be done. The
 * answers are those of {@code redis/redis} 6.2 to 8: errors of the server begin with a word, and those of a command within a
 * script contain them.
 */
final class Failures {

    /** What Redisson adds to an answer: the command with its arguments, which name a client, or hold a password. */
    private static final Pattern ADDED = Pattern.compile("[.,; ]*(?:channel|command|params|data): .*", Pattern.DOTALL);

    /** What a user needs, in the words of {@code ACL SETUSER}. */
    static final String RIGHTS =
            "~weir:* +evalsha +eval +script|load +ping +time +get +set +del +unlink +pexpire +pttl +hset +hdel"
                    + " +hgetall +hincrby +hmget +getrange +setrange";

    private static final Map<Pattern, String> ADVICE = Map.of(
            Pattern.compile("NOPERM|no permission|user executing the script can't|ACL failure"),
            "grant its user " + RIGHTS,
            Pattern.compile("NOAUTH|WRONGPASS|invalid (?:username-)?password|HELLO must be called|no password is set"
                    + "|without any password configured"),
            "give the user name and the password that Redis wants",
            Pattern.compile("WRONGTYPE"),
            "something else writes keys that begin with weir:, or one was written by hand; delete them, or name another"
                    + " application",
            Pattern.compile("MISCONF"),
            "Redis cannot save what it holds, and takes no more: give it disk space, or see its log",
            Pattern.compile("OOM|maxmemory"),
            "give Redis more memory, or a maxmemory-policy that evicts",
            Pattern.compile("(?i)unknown (?:redis )?command|wrong number of args|error compiling script|syntax error"
                    + "|not allowed after non deterministic"),
            "Redis 6.2 or newer is needed, with none of the commands renamed that docs/failures.md lists");

    private Failures() {}

    /** The failure of a call, whatever layers it comes in. */
    static RateLimiterException of(Throwable error) {
        Throwable cause = error;
        while ((cause instanceof CompletionException || cause instanceof ExecutionException)
                && cause.getCause() != null) {
            cause = cause.getCause();
        }
        if (cause instanceof RateLimiterException known) {
            return known;
        }
        if (cause instanceof CancellationException) {
            return new RateLimiterException("the call to Redis was cancelled", cause);
        }
        String answer = answer(cause);
        String advice = advice(cause);
        return advice == null
                ? new RateLimiterException("Redis did not decide: " + answer, cause)
                : new RateLimiterException(
                        Kind.MISCONFIGURED, "Redis refuses to decide: " + answer + "; " + advice, cause);
    }

    /** What somebody has to do; null if waiting helps. */
    static @Nullable String advice(Throwable error) {
        for (Throwable cause = error; cause != null; cause = cause.getCause()) {
            String message = cause instanceof RedisException ? cause.getMessage() : null;
            if (message != null) {
                String answer = ADDED.matcher(message).replaceAll("");
                for (Map.Entry<Pattern, String> one : ADVICE.entrySet()) {
                    if (one.getKey().matcher(answer).find()) {
                        return one.getValue();
                    }
                }
            }
        }
        return null;
    }

    /** What the server or the network said, without what Redisson adds. */
    static String answer(Throwable cause) {
        String message = cause.getMessage();
        return message == null
                ? cause.getClass().getSimpleName()
                : ADDED.matcher(message).replaceAll("").strip();
    }
}
