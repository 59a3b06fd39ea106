package io.weir.jaxrs;

import io.weir.Limit;
import io.weir.http.ClientKey;
import io.weir.http.HttpAdapterFixture.Node;
import io.weir.http.HttpGate;
import io.weir.http.RawHttp;
import io.weir.http.Rule;
import io.weir.local.LocalRateLimiter;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;

/** What {@link ProviderContract} is told with: applications, gates and clients. */
abstract class ProviderFixture {

    private final List<Node> nodes = new ArrayList<>();

    /** Starts an application at the root of whatever the runtime has; throws if it does not start. */
    abstract Node start(TestApplication application) throws Exception;

    @AfterEach
    void stop() throws Exception {
        for (Node node : nodes) {
            node.server().close();
        }
    }

    RawHttp serve(Object... components) throws Exception {
        return client(start(TestApplication.of(components)));
    }

    RawHttp client(Node node) {
        nodes.add(node);
        return RawHttp.to(node.address());
    }

    static Rule.Builder rule(String name, String key, String limit) {
        return Rule.named(name).key(ClientKey.parse(key)).limit(Limit.parse(limit));
    }

    static HttpGate gate(Rule.Builder... rules) {
        HttpGate.Builder gate = HttpGate.builder().limiter(LocalRateLimiter.create());
        for (Rule.Builder rule : rules) {
            gate.rule(rule.build());
        }
        return gate.build();
    }

    /** The feature as an application registers it that has no servlet container to tell addresses. */
    static RateLimitFeature feature(Rule.Builder... rules) {
        return RateLimitFeature.of(gate(rules)).peerAddress(request -> "127.0.0.1");
    }

    static List<Integer> statuses(int requests, RawHttp http, String method, String target, String... lines) {
        return IntStream.range(0, requests)
                .mapToObj(i -> http.send(method, target, lines).status())
                .toList();
    }
}
