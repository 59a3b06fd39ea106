package io.weir.servlet;

import io.weir.http.Verdict;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/** Tells a verdict how its response ended: when the application returns, fails, or is done asynchronously. */
final class Completion implements AsyncListener {

    private static final int FAILED = HttpServletResponse.SC_INTERNAL_SERVER_ERROR;

    private final Verdict verdict;
    private final HttpServletRequest request;
    private final HttpServletResponse response;

    private Completion(Verdict verdict, HttpServletRequest request, HttpServletResponse response) {
        this.verdict = verdict;
        this.request = request;
        this.response = response;
    }

    static Completion of(Verdict verdict, HttpServletRequest request, HttpServletResponse response) {
        return new Completion(verdict, request, response);
    }

    void doFilter(FilterChain chain) throws IOException, ServletException {
        boolean returned = false;
        try {
            chain.doFilter(request, response);
            returned = true;
        } finally {
            if (!returned) {
                verdict.complete(FAILED);
            } else if (request.isAsyncStarted()) {
                request.getAsyncContext().addListener(this, request, response);
            } else {
                verdict.complete(response.getStatus());
            }
        }
    }

    @Override
    public void onComplete(AsyncEvent event) {
        verdict.complete(response.getStatus());
    }

    /** The application, or else the container, answers now; then comes {@link #onComplete}. */
    @Override
    public void onTimeout(AsyncEvent event) {}

    /** The container answers now; then comes {@link #onComplete}. */
    @Override
    public void onError(AsyncEvent event) {}

    /** A dispatch went asynchronous once more, which forgets the listeners (Servlet 5.0, section 2.3.3.3). */
    @Override
    public void onStartAsync(AsyncEvent event) {
        event.getAsyncContext().addListener(this, request, response);
    }
}
