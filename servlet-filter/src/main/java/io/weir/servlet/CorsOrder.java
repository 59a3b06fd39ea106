package io.weir.servlet;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sees whether what answers browsers of other origins stands behind the limiter: then it never sees a request that is
 * refused, and the browser hides the refusal from the page (the Fetch standard, section 4.10).
 */
final class CorsOrder {

    private static final Logger log = LoggerFactory.getLogger(RateLimitFilter.class);
    private static final String ALLOW_ORIGIN = "Access-Control-Allow-Origin";

    private final AtomicBoolean said = new AtomicBoolean();

    /** Whether a request comes from another origin, which nobody before the limiter has answered. */
    boolean isOpen(HttpServletRequest request, HttpServletResponse response) {
        return !said.get() && request.getHeader("Origin") != null && !response.containsHeader(ALLOW_ORIGIN);
    }

    /** The application has answered such a request. */
    void answered(HttpServletResponse response) {
        if (response.containsHeader(ALLOW_ORIGIN) && said.compareAndSet(false, true)) {
            log.warn(
                    "What allows other origins comes after Weir: a request that Weir refuses has no {}, so that a page of"
                            + " another origin sees a network error in the place of 429 and Retry-After, and is likely to try"
                            + " again at once. Map the CORS filter before Weir's",
                    ALLOW_ORIGIN);
        }
    }
}
