package io.weir.servlet;

import io.weir.http.Field;
import io.weir.http.Verdict;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** Writes a verdict into a servlet response. */
final class ServletVerdict {

    private ServletVerdict() {}

    /** Writes the fields; a container ignores them if the response is on its way already. */
    static void writeFields(Verdict verdict, HttpServletResponse response) {
        for (Field field : verdict.fields()) {
            if (field.list()) {
                response.addHeader(field.name(), field.value());
            } else {
                response.setHeader(field.name(), field.value());
            }
        }
    }

    /**
     * Writes status and body. Not with {@code sendError}, which would clear the fields and run the application's error
     * page. A response that is on its way already is left as it is: a second body would only spoil it.
     */
    static void writeRefusal(Verdict.Reject reject, HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        if (response.isCommitted()) {
            return;
        }
        byte[] body = reject.body().getBytes(StandardCharsets.UTF_8);
        response.setStatus(reject.status());
        response.setContentType(reject.contentType());
        response.setContentLength(body.length);
        if (!request.getMethod().equals("HEAD")) {
            write(body, response);
        }
    }

    /** A response has a stream or a writer, never both: an earlier filter may have taken the writer. */
    private static void write(byte[] body, HttpServletResponse response) throws IOException {
        ServletOutputStream stream;
        try {
            stream = response.getOutputStream();
        } catch (IllegalStateException e) {
            response.getWriter().write(new String(body, StandardCharsets.UTF_8));
            return;
        }
        stream.write(body);
    }
}
