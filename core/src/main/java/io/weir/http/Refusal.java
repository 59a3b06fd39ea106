package io.weir.http;

import io.weir.Decision;
import io.weir.Quota;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Writes the refused response: status, fields and a problem document (RFC 9457). */
final class Refusal {

    private static final String PROBLEM_JSON = "application/problem+json";
    private static final String TYPES = "https://iana.org/assignments/http-problem-types#";
    private static final Field NO_STORE = Field.single("Cache-Control", "no-store");

    /** How long a client should wait out an outage of Redis: it is retried within seconds of its return. */
    private static final long OUTAGE_RETRY_SECONDS = 5;

    private Refusal() {}

    /** 429 (RFC 6585, section 4): at least one limit has no room. */
    static Verdict.Reject tooManyRequests(Decision decision, List<Field> standing) {
        Optional<Long> seconds = RateLimitFields.retryAfterSeconds(decision);
        List<Field> fields = new ArrayList<>(standing);
        seconds.ifPresent(wait -> fields.add(RateLimitFields.retryAfter(wait)));
        fields.add(NO_STORE);
        StringBuilder violated = new StringBuilder();
        for (Quota quota : decision.quotas()) {
            if (!quota.allowed()) {
                violated.append(violated.length() == 0 ? "\"" : ",\"")
                        .append(quota.limit().name())
                        .append('"');
            }
        }
        String detail = "Rate limit exceeded. "
                + seconds.map(Refusal::tryAgain).orElse("This request asks for more than is ever allowed.");
        String body =
                problem("quota-exceeded", "Quota Exceeded", 429, detail) + ",\"violated-policies\":[" + violated + "]}";
        return new Verdict.Reject(429, List.copyOf(fields), PROBLEM_JSON, body);
    }

    /** 503 (RFC 9110, section 15.6.4): no decision could be had and a rule wants such a request refused. */
    static Verdict.Reject unavailable(Optional<Field> exposed) {
        List<Field> fields = new ArrayList<>(List.of(RateLimitFields.retryAfter(OUTAGE_RETRY_SECONDS), NO_STORE));
        exposed.ifPresent(fields::add);
        String detail = "Requests cannot be counted at the moment. " + tryAgain(OUTAGE_RETRY_SECONDS);
        return new Verdict.Reject(
                503,
                List.copyOf(fields),
                PROBLEM_JSON,
                problem("temporary-reduced-capacity", "Temporary Reduced Capacity", 503, detail) + "}");
    }

    /** 400 (RFC 9110, section 15.5.1): the request names a cost that it may not have. */
    static Verdict.Reject badRequest(InvalidCostException reason) {
        return new Verdict.Reject(
                400,
                List.of(NO_STORE),
                PROBLEM_JSON,
                "{\"type\":\"about:blank\",\"title\":\"Bad Request\",\"status\":400,\"detail\":\""
                        + escape(reason.getMessage()) + "\"}");
    }

    /** The message comes from code that is not ours. */
    private static String escape(@Nullable String text) {
        StringBuilder escaped = new StringBuilder();
        for (char c : (text == null ? "" : text).toCharArray()) {
            if (c == '"' || c == '\\') {
                escaped.append('\\').append(c);
            } else {
                escaped.append(c < ' ' ? ' ' : c);
            }
        }
        return escaped.toString();
    }

    private static String tryAgain(long seconds) {
        return "Please try again in " + seconds + (seconds == 1 ? " second." : " seconds.");
    }

    /** Every part is ours and holds nothing that JSON would have to escape. */
    private static String problem(String type, String title, int status, String detail) {
        return "{\"type\":\"" + TYPES + type + "\",\"title\":\"" + title + "\",\"status\":" + status + ",\"detail\":\""
                + detail + "\"";
    }
}
