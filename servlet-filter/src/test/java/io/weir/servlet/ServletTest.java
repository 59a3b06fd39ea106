package io.weir.servlet;

import io.weir.Limit;
import io.weir.http.ClientKey;
import io.weir.http.HttpAdapterFixture.Node;
import io.weir.http.HttpGate;
import io.weir.http.RawHttp;
import io.weir.http.Rule;
import io.weir.local.LocalRateLimiter;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;

/** What tests of single behaviours need: applications that are stopped in the end, and gates that count in this JVM. */
abstract class ServletTest {

    private final List<Node> nodes = new ArrayList<>();

    @AfterEach
    void stop() throws Exception {
        for (Node node : nodes) {
            node.server().close();
        }
        nodes.clear();
    }

    RawHttp start(Container container, Container.Application application) throws Exception {
        return add(container.start(application));
    }

    RawHttp deploy(Container container, WebApp application, String contextPath) throws Exception {
        return add(container.deploy(application.root(), contextPath));
    }

    /** A client of a node, which is stopped in the end. */
    RawHttp add(Node node) {
        return RawHttp.to(address(node));
    }

    /** Where a node is, which is stopped in the end. */
    URI address(Node node) {
        nodes.add(node);
        return node.address();
    }

    /** A gate with one rule, for the given paths. */
    static HttpGate gate(String limit, String key, String... paths) {
        Rule rule = Rule.named("rule")
                .paths(paths)
                .key(ClientKey.parse(key))
                .limit(Limit.parse(limit))
                .build();
        return HttpGate.builder().limiter(LocalRateLimiter.create()).rule(rule).build();
    }

    static String remaining(RawHttp.Response response) {
        return response.value("X-RateLimit-Remaining");
    }

    static List<Integer> statuses(RawHttp http, int requests, String target) {
        return IntStream.range(0, requests)
                .mapToObj(i -> http.get(target).status())
                .toList();
    }
}
