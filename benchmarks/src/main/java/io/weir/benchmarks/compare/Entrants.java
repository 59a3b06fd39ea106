package io.weir.benchmarks.compare;

import java.util.List;

/** Weir and its peers. */
final class Entrants {

    static final String WEIR = "weir";
    static final String EVALSHA = "evalsha";
    static final String LETTUCE_PIPELINED = "lettuce-pipelined";
    static final String RRATELIMITER = "rratelimiter";
    static final String BUCKET4J_REDISSON = "bucket4j-redisson";
    static final String BUCKET4J_LETTUCE = "bucket4j-lettuce";

    private Entrants() {}

    static List<Entrant> all(Connections connections) {
        return List.of(
                weir(connections),
                evalSha(connections),
                Entrant.of(LETTUCE_PIPELINED, limit -> new PipelinedSubject(connections, limit)),
                Entrant.of(RRATELIMITER, limit -> new RRateLimiterSubject(connections, limit)),
                new Entrant(
                        BUCKET4J_REDISSON,
                        limit -> Bucket.onRedisson(connections, limit),
                        Bucket::redisMicrosOnRedisson),
                new Entrant(
                        BUCKET4J_LETTUCE, limit -> Bucket.onLettuce(connections, limit), Bucket::redisMicrosOnLettuce));
    }

    /** Weir and the plain way. */
    static List<Entrant> two(Connections connections) {
        return List.of(weir(connections), evalSha(connections));
    }

    private static Entrant weir(Connections connections) {
        return Entrant.of(WEIR, limit -> new WeirSubject(connections, limit));
    }

    private static Entrant evalSha(Connections connections) {
        return Entrant.of(EVALSHA, limit -> new EvalShaSubject(connections, limit));
    }
}
