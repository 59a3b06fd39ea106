package io.weir.http;

import io.weir.Decision;
import java.util.Locale;

/** What a rule made of a request. */
public enum Outcome {
    /** It had room, and was charged unless another rule refused the request. */
    ALLOWED,
    /** It had none, and the request was refused. */
    DENIED,
    /** It had none, and being in shadow refused nobody. */
    SHADOW_DENIED,
    /**
     * Nothing was decided in Redis, and the same limits in this JVM had room ({@link FailurePolicy#LOCAL}). Where they had
     * none, it is {@link #DENIED} by {@link Decision.Source#LOCAL}.
     */
    LOCAL,
    /** Nothing was decided, and the request passed ({@link FailurePolicy#ALLOW}, and in shadow). */
    FAILED_OPEN,
    /** Nothing was decided, and the request was refused with 503 ({@link FailurePolicy#DENY}, of this rule or another). */
    FAILED_CLOSED;

    private final String word = name().toLowerCase(Locale.ROOT).replace('_', '-');

    /** The name as metrics write it: {@code shadow-denied}. */
    @Override
    public String toString() {
        return word;
    }
}
