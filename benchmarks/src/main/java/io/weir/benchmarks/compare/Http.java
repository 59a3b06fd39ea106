package io.weir.benchmarks.compare;

import io.weir.Limit;
import io.weir.http.ClientKey;
import io.weir.http.HttpGate;
import io.weir.http.Rule;
import io.weir.local.LocalRateLimiter;
import io.weir.servlet.RateLimitFilter;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.eclipse.jetty.ee10.servlet.FilterHolder;

/** Two servers, with and without the filter, as entrants of a load over HTTP. */
final class Http implements AutoCloseable {

    static final String WITHOUT = "without-filter";

    private final WebServer with;
    private final WebServer without;

    private Http(FilterHolder filter) throws Exception {
        without = WebServer.start(List.of());
        with = WebServer.start(List.of(filter));
    }

    /** As web.xml sets it up: by address, so that the load client is over its limit at once and is denied from memory. */
    static Http denying(Endpoint redis) throws Exception {
        FilterHolder filter = new FilterHolder(new RateLimitFilter());
        filter.setInitParameters(Map.of(
                "redis", redis.uri(), "application", "benchmarks", "limit", "100/1m", "key", "ip", "deadline", "2s"));
        return new Http(filter);
    }

    /** With a gate that counts in this JVM, by a header, with room for everybody. */
    static Http local() throws Exception {
        Rule rule = Rule.named("api")
                .paths("/**")
                .key(ClientKey.parse("header:" + HttpConnection.CLIENT))
                .limit(Limit.of(100, Duration.ofSeconds(1)))
                .build();
        HttpGate gate = HttpGate.builder()
                .application("benchmarks")
                .rule(rule)
                .limiter(LocalRateLimiter.create())
                .build();
        return new Http(new FilterHolder(new RateLimitFilter(gate)));
    }

    List<Entrant> entrants() {
        return List.of(
                Entrant.of(Entrants.WEIR, limit -> new HttpSubject(with.port())),
                Entrant.of(WITHOUT, limit -> new HttpSubject(without.port())));
    }

    @Override
    public void close() {
        with.close();
        without.close();
    }
}
