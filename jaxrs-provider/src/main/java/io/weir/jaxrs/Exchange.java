package io.weir.jaxrs;

import io.weir.http.Field;
import io.weir.http.Rule;
import io.weir.http.Verdict;
import jakarta.ws.rs.container.ContainerRequestContext;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** How far a request has come, from one filter to the next. */
final class Exchange {

    private static final String PROPERTY = "io.weir.jaxrs.Exchange";

    /** What annotations say of the matched resource; empty until one is matched. */
    Collection<Rule> annotated = List.of();

    /** Tells the template of the matched resource, within the base URI; null until one is matched. */
    @Nullable
    Supplier<String> template;

    /** Nothing is left to decide: the request is refused, every rule was asked, or none shall be. */
    boolean settled;

    /** Fields that wait for the response. */
    final List<Field> fields = new ArrayList<>(5);

    /** What waits to hear how the response ended. */
    final List<Verdict> open = new ArrayList<>(2);

    private Exchange() {}

    /** Tells what waits for it how the response ended. */
    void complete(int status) {
        open.forEach(verdict -> verdict.complete(status));
        open.clear();
    }

    /** Begins anew: a request that the container dispatches again keeps its properties. */
    static Exchange begin(ContainerRequestContext request) {
        Exchange exchange = new Exchange();
        request.setProperty(PROPERTY, exchange);
        return exchange;
    }

    /** The one that {@link #begin} made; a new one where a filter before ours ended the request. */
    static Exchange of(ContainerRequestContext request) {
        return request.getProperty(PROPERTY) instanceof Exchange exchange ? exchange : begin(request);
    }
}
