package io.weir.http;

import java.util.List;

/** What an adapter does with a request: it lets it pass or refuses it, and writes the fields before anything else. */
public sealed interface Verdict {

    /** Response fields, to be written before the application runs so that they are on its errors too. */
    List<Field> fields();

    /** The request goes on. */
    record Pass(List<Field> fields) implements Verdict {

        static final Pass SILENT = new Pass(List.of());
    }

    /**
     * The request ends here: with this status, these fields and this body, written with the status set, never by an
     * error page, which would clear the fields.
     *
     * @param status 429 (RFC 6585, section 4) or 503
     * @param contentType of the body
     * @param body text, to be sent as UTF-8; not sent in answer to HEAD
     */
    record Reject(int status, List<Field> fields, String contentType, String body) implements Verdict {}
}
