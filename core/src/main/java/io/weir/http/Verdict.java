package io.weir.http;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** What an adapter does with a request: it lets it pass or refuses it, and writes the fields before anything else. */
public sealed interface Verdict {

    /** Response fields, to be written before the application runs so that they are on its errors too. */
    List<Field> fields();

    /** Whether {@link #complete} has something to do, so that an adapter need not wait for the end of the response. */
    default boolean awaitsCompletion() {
        return false;
    }

    /**
     * To be called when the response is over, also if the application failed, timed out or lost its client. Returns the
     * charges of rules that do not count such a response. Only the first call does anything.
     *
     * @param status the status of the response; 500 if the application threw
     */
    default void complete(int status) {}

    /** The request goes on. */
    final class Pass implements Verdict {

        static final Pass SILENT = new Pass(List.of(), null);

        private final List<Field> fields;
        private final @Nullable Completion completion;

        Pass(List<Field> fields, @Nullable Completion completion) {
            this.fields = List.copyOf(fields);
            this.completion = completion;
        }

        @Override
        public List<Field> fields() {
            return fields;
        }

        @Override
        public boolean awaitsCompletion() {
            return completion != null && !completion.isEmpty();
        }

        @Override
        public void complete(int status) {
            if (completion != null) {
                completion.complete(status);
            }
        }
    }

    /**
     * The request ends here: with this status, these fields and this body, written with the status set, never by an
     * error page, which would clear the fields.
     *
     * @param status 429 (RFC 6585, section 4), 503, or 400 for a cost that cannot be
     * @param contentType of the body
     * @param body text, to be sent as UTF-8; not sent in answer to HEAD
     */
    record Reject(int status, List<Field> fields, String contentType, String body) implements Verdict {}
}
