package io.weir.servlet;

import io.weir.http.Verdict;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.UnavailableException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/** Tells a verdict how its response ended: when the application returns, fails, or is done asynchronously. */
final class Completion implements AsyncListener {

    private static final int FAILED = HttpServletResponse.SC_INTERNAL_SERVER_ERROR;

    /** What containers make of an {@link UnavailableException} (Servlet 5.0, section 2.3.3.2). */
    private static final int GONE = HttpServletResponse.SC_NOT_FOUND;

    private static final int UNAVAILABLE = HttpServletResponse.SC_SERVICE_UNAVAILABLE;

    private final Verdict verdict;
    private final HttpServletRequest request;
    private final HttpServletResponse response;

    /** With what the container answers because the application threw; 0 if it did not. */
    private volatile int failure;

    private Completion(Verdict verdict, HttpServletRequest request, HttpServletResponse response) {
        this.verdict = verdict;
        this.request = request;
        this.response = response;
    }

    static Completion of(Verdict verdict, HttpServletRequest request, HttpServletResponse response) {
        return new Completion(verdict, request, response);
    }

    void doFilter(FilterChain chain) throws IOException, ServletException {
        failure = FAILED;
        try {
            chain.doFilter(request, response);
            failure = 0;
        } catch (UnavailableException e) {
            failure = e.isPermanent() ? GONE : UNAVAILABLE;
            throw e;
        } finally {
            if (request.isAsyncStarted()) {
                request.getAsyncContext().addListener(this, request, response);
            } else {
                complete();
            }
        }
    }

    /** What is on its way stays, for instance to a client that is gone, whatever was thrown since. */
    private void complete() {
        verdict.complete(failure == 0 || response.isCommitted() ? response.getStatus() : failure);
    }

    @Override
    public void onComplete(AsyncEvent event) {
        verdict.complete(response.getStatus());
    }

    /** The application, or else the container, answers now; then comes {@link #onComplete}. */
    @Override
    public void onTimeout(AsyncEvent event) {}

    /**
     * The container answers now; then comes {@link #onComplete}. But not always in Tomcat 10.1: not where the application
     * went asynchronous and then threw (Jetty 12 ignores what it threw and does not come here), and now and then not where a
     * client went away in the middle; the status that is on its way is known then.
     */
    @Override
    public void onError(AsyncEvent event) {
        if (failure != 0 || response.isCommitted()) {
            complete();
        }
    }

    /** A dispatch went asynchronous once more, which forgets the listeners (Servlet 5.0, section 2.3.3.3). */
    @Override
    public void onStartAsync(AsyncEvent event) {
        event.getAsyncContext().addListener(this, request, response);
    }
}
