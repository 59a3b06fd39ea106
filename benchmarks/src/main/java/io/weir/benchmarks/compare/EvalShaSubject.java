package io.weir.benchmarks.compare;

import io.weir.Limit;
import java.util.List;
import org.redisson.api.RScript;
import org.redisson.api.RScript.Mode;
import org.redisson.api.RScript.ReturnType;
import org.redisson.client.codec.StringCodec;

/** The plain way: one {@code RScript.evalSha} of the classic script per request. */
final class EvalShaSubject implements Subject {

    private final RScript script;
    private final String digest;
    private final Limit limit;

    EvalShaSubject(Connections connections, Limit limit) {
        this.script = connections.redisson().getScript(StringCodec.INSTANCE);
        this.digest = script.scriptLoad(ClassicScript.text());
        this.limit = limit;
    }

    @Override
    public boolean acquire(int client) {
        Long admitted =
                script.evalSha(Mode.READ_WRITE, digest, ReturnType.LONG, List.of(ClassicScript.key(client)), (Object[])
                        ClassicScript.arguments(limit));
        return admitted == 1;
    }

    @Override
    public List<String> keys(int client) {
        return ClassicScript.keys(client);
    }
}
