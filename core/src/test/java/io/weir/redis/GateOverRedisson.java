package io.weir.redis;

import static org.awaitility.Awaitility.await;

import io.weir.config.GateConfiguration;
import io.weir.http.HttpGate;
import io.weir.http.Verdict;
import io.weir.testing.TestCall;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.IntStream;

/** Gates whose configuration names a file of Redisson. */
final class GateOverRedisson {

    private static final String RULES = """
            redis: /WEB-INF/redisson.yaml
            deadline: 5s
            on-failure: deny
            rules:
              - name: api
                key: header:X-Api-Key
                limits: [3/10m, 100/1h]
            """;

    private GateOverRedisson() {}

    /** A gate with two limits per API key: 3 in 10 minutes and 100 an hour. It has contact. */
    static HttpGate gate(String yaml) {
        Map<String, String> files = Map.of("/WEB-INF/rate-limits.yaml", RULES, "/WEB-INF/redisson.yaml", yaml);
        HttpGate gate = GateConfiguration.load(
                Map.of(),
                path -> files.containsKey(path)
                        ? new ByteArrayInputStream(files.get(path).getBytes(StandardCharsets.UTF_8))
                        : null,
                "test-" + UUID.randomUUID());
        await().until(() -> status(gate, "first") == 200);
        return gate;
    }

    static List<Integer> fourRequests(HttpGate gate, String apiKey) {
        return IntStream.range(0, 4).mapToObj(i -> status(gate, apiKey)).toList();
    }

    private static int status(HttpGate gate, String apiKey) {
        Verdict verdict = gate.decide(TestCall.get("/").header("X-Api-Key", apiKey));
        return verdict instanceof Verdict.Reject reject ? reject.status() : 200;
    }
}
