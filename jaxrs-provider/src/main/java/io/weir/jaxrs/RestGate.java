package io.weir.jaxrs;

import io.weir.http.Field;
import io.weir.http.HttpGate;
import io.weir.http.Rule;
import io.weir.http.Verdict;
import jakarta.ws.rs.HttpMethod;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerResponseContext;
import jakarta.ws.rs.container.ResourceInfo;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks the gate in each phase of a request (Jakarta REST 3.0, section 6.1), and writes what it says.
 *
 * <ol>
 *   <li>Before a resource is matched: rules on paths whose client is known without authentication, and without a match.
 *   <li>Before authentication: those that go by the match, and what annotations say.
 *   <li>After authentication: all others.
 *   <li>With the response, if an earlier phase did not come about, because nothing matched (404, 405, 415) or
 *       authentication failed: what was left. A refusal then takes the place of the response. No resource method has run.
 * </ol>
 */
final class RestGate {

    private static final Logger log = LoggerFactory.getLogger(RateLimitFeature.class);

    /** What the replaced response said of its body. */
    private static final List<String> OF_THE_BODY = List.of(
            HttpHeaders.CONTENT_LENGTH,
            HttpHeaders.CONTENT_ENCODING,
            HttpHeaders.CONTENT_LANGUAGE,
            HttpHeaders.CONTENT_LOCATION,
            HttpHeaders.ETAG,
            HttpHeaders.LAST_MODIFIED);

    private final HttpGate gate;
    private final AnnotatedRules annotatedRules;
    private final RouteTemplates templates;
    private final Surroundings surroundings;
    private final PeerAddress peer;

    RestGate(
            HttpGate gate,
            AnnotatedRules annotatedRules,
            RouteTemplates templates,
            Surroundings surroundings,
            PeerAddress peer) {
        this.gate = gate;
        this.annotatedRules = annotatedRules;
        this.templates = templates;
        this.surroundings = surroundings;
        this.peer = peer;
    }

    // 1.
    void beforeMatching(ContainerRequestContext request) {
        Exchange exchange = Exchange.begin(request);
        exchange.settled = surroundings.isErrorDispatch();
        if (!exchange.settled) {
            apply(gate.decideBeforeMatching(call(request)), request, exchange);
        }
    }

    // 2.
    void beforeAuthentication(ContainerRequestContext request, ResourceInfo resource) {
        Exchange exchange = Exchange.of(request);
        if (!exchange.settled) {
            try {
                exchange.annotated = annotated(request, resource);
            } catch (IllegalArgumentException e) {
                log.error("The request fails, because its limits are not known: {}", e.getMessage());
                exchange.settled = true;
                request.abortWith(Response.serverError().build());
                return;
            }
            exchange.template = template(request, resource);
            apply(gate.decideBeforeAuthentication(call(request), exchange.annotated), request, exchange);
        }
    }

    // 3.
    void afterAuthentication(ContainerRequestContext request) {
        Exchange exchange = Exchange.of(request);
        if (!exchange.settled) {
            exchange.settled = true;
            apply(gate.decide(call(request), exchange.annotated), request, exchange);
        }
    }

    // 4.
    void respond(ContainerRequestContext request, ContainerResponseContext response) {
        Exchange exchange = Exchange.of(request);
        if (!exchange.settled && !surroundings.isErrorDispatch()) {
            exchange.settled = true;
            Verdict verdict = gate.decide(call(request), exchange.annotated);
            accept(verdict, exchange);
            if (verdict instanceof Verdict.Reject reject) {
                OF_THE_BODY.forEach(response.getHeaders()::remove);
                reject.fields().stream()
                        .filter(field -> !field.list())
                        .forEach(field -> response.getHeaders().remove(field.name()));
                response.setStatus(reject.status());
                response.setEntity(bytes(reject), new Annotation[0], MediaType.valueOf(reject.contentType()));
            }
        }
        for (Field field : exchange.fields) {
            if (field.list()) {
                response.getHeaders().add(field.name(), field.value());
            } else {
                response.getHeaders().putSingle(field.name(), field.value());
            }
        }
        exchange.fields.clear();
        exchange.complete(response.getStatus());
    }

    /**
     * What annotations say of what answers. Nothing if that is the runtime itself, to OPTIONS: RESTEasy 6.2 does so while
     * it matches, before this phase, and Jersey 3.1 with a resource of its own.
     */
    private Collection<Rule> annotated(ContainerRequestContext request, ResourceInfo resource) {
        Class<?> type = resource.getResourceClass();
        Method method = resource.getResourceMethod();
        if (request.getMethod().equals(HttpMethod.OPTIONS)
                && type != null
                && method != null
                && !ResourceModel.answers(type, method)) {
            return List.of();
        }
        return annotatedRules
                .of(Locators.Matched.of(request.getUriInfo()), type, method)
                .values();
    }

    private @Nullable Supplier<String> template(ContainerRequestContext request, ResourceInfo resource) {
        Class<?> type = resource.getResourceClass();
        Method method = resource.getResourceMethod();
        if (type == null || method == null) {
            return null;
        }
        return () -> templates.of(Locators.Matched.of(request.getUriInfo()), type, method);
    }

    private void apply(Verdict verdict, ContainerRequestContext request, Exchange exchange) {
        accept(verdict, exchange);
        if (verdict instanceof Verdict.Reject reject) {
            exchange.settled = true;
            request.abortWith(Response.status(reject.status())
                    .entity(bytes(reject))
                    .type(reject.contentType())
                    .build());
        }
    }

    private void accept(Verdict verdict, Exchange exchange) {
        for (Field field : verdict.fields()) {
            if (!surroundings.write(field)) {
                exchange.fields.add(field);
            }
        }
        if (verdict.awaitsCompletion()) {
            exchange.open.add(verdict);
        }
    }

    /**
     * Bytes, which no JSON provider makes a string of. Never nothing: Jersey answers an empty 4xx with {@code sendError},
     * which would clear the fields. The runtime leaves them out in answer to HEAD.
     */
    private static byte[] bytes(Verdict.Reject reject) {
        return reject.body().getBytes(StandardCharsets.UTF_8);
    }

    private RestHttpCall call(ContainerRequestContext request) {
        return new RestHttpCall(request, surroundings, peer);
    }
}
