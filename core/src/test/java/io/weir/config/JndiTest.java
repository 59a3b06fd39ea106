package io.weir.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.http.HttpGate;
import io.weir.http.Verdict;
import io.weir.testing.TestCall;
import io.weir.testing.TestRedis;
import java.util.HashMap;
import java.util.Hashtable;
import java.util.Map;
import java.util.UUID;
import javax.naming.Context;
import javax.naming.InitialContext;
import javax.naming.NameNotFoundException;
import javax.naming.NamingException;
import javax.naming.spi.InitialContextFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.redisson.api.RedissonClient;

class JndiTest {

    private static final Map<String, Object> NAMES = new HashMap<>();

    /** The naming service of a container. */
    public static final class Naming implements InitialContextFactory {

        @Override
        public Context getInitialContext(Hashtable<?, ?> environment) throws NamingException {
            return new InitialContext(true) {
                @Override
                public Object lookup(String name) throws NamingException {
                    if (!NAMES.containsKey(name)) {
                        throw new NameNotFoundException(name);
                    }
                    return NAMES.get(name);
                }
            };
        }
    }

    @BeforeEach
    void begin() {
        System.setProperty(Context.INITIAL_CONTEXT_FACTORY, Naming.class.getName());
    }

    @AfterEach
    void end() {
        System.clearProperty(Context.INITIAL_CONTEXT_FACTORY);
        NAMES.clear();
    }

    @Test
    void theClientOfTheContainerCountsAndStaysOpen() {
        RedissonClient client = TestRedis.shared().client();
        NAMES.put("java:comp/env/redis/limiter", client);
        Loading loading =
                Loading.settings("redis", "jndi:java:comp/env/redis/limiter", "limit", "1/10s", "deadline", "2s");
        String application = "jndi-" + UUID.randomUUID().toString().substring(0, 8);

        try (HttpGate gate =
                GateConfiguration.load(loading.settings(), loading.resources(), application, loading.variables())) {
            assertThat(gate.decide(TestCall.get("/"))).isInstanceOf(Verdict.Pass.class);
            assertThat(gate.decide(TestCall.get("/"))).isInstanceOf(Verdict.Reject.class);
        }

        assertThat(client.isShutdown()).isFalse();
        client.shutdown();
    }

    @Test
    void theStartFails_whenTheNameHoldsSomethingElse() {
        NAMES.put("java:comp/env/redis/limiter", "redis://localhost");
        assertThat(Loading.settings("redis", "jndi:java:comp/env/redis/limiter", "limit", "1/10s")
                        .problems())
                .containsExactly("the JNDI name 'java:comp/env/redis/limiter' holds a java.lang.String; allowed: an"
                        + " org.redisson.api.RedissonClient of the same class loader (setting 'redis')");
    }

    @Test
    void theStartFails_whenTheNameHoldsNothing() {
        assertThat(Loading.settings("redis", "jndi:java:comp/env/none", "limit", "1/10s")
                        .problems())
                .containsExactly("the JNDI name 'java:comp/env/none' cannot be looked up:"
                        + " javax.naming.NameNotFoundException: java:comp/env/none (setting 'redis')");
    }
}
