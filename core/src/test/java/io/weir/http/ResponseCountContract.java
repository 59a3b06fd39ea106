package io.weir.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.weir.Charge;
import io.weir.Decision;
import io.weir.Limit;
import io.weir.Quota;
import io.weir.RateLimiter;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What every adapter promises of rules that count by the response: they hear how each response ended, once, and its charge
 * comes back or stays as they say. A subclass starts a server as for {@link HttpAdapterContract}, with these routes more:
 *
 * <table>
 * <caption>Routes</caption>
 * <tr><th>route<th>answer
 * <tr><td>GET /counted/silent<td>none: it is asynchronous, and times out after 100 ms
 * <tr><td>GET /counted/late<td>the same, but when it times out, the application answers 401
 * <tr><td>GET /counted/slow<td>401 after 200 ms, asynchronously
 * <tr><td>GET /counted/endless<td>200 and octets, each thousand flushed, until writing fails; that exception leaves the
 *     application
 * <tr><td>GET /counted/endless-async<td>200 and the same by another thread; the response is completed when writing fails
 * </table>
 */
public abstract class ResponseCountContract extends HttpAdapterFixture {

    private final List<Integer> seen = new CopyOnWriteArrayList<>();
    private final RateLimiter limiter = inRedis();
    private volatile List<Charge> charges = List.of();

    /** Remembers what a request was charged, to be peeked at. */
    private final GateListener listener = new GateListener() {
        @Override
        public void decided(Rule rule, Outcome outcome, Decision decision) {
            charges = decision.quotas().stream().map(Quota::charge).toList();
        }
    };

    /** Only 401 counts, and one is all that is allowed. */
    private RawHttp serve() throws Exception {
        Rule rule = Rule.named("counted")
                .paths("/counted/**")
                .key(ClientKey.parse("global"))
                .count(status -> {
                    seen.add(status);
                    return status == 401;
                })
                .limit(Limit.parse("1/1m"))
                .build();
        return serve(gate(limiter, rule).listener(listener));
    }

    private void awaitSeen(Consumer<Integer> status) {
        await().atMost(Duration.ofSeconds(20)).until(() -> !seen.isEmpty());
        assertThat(seen).singleElement().satisfies(status);
    }

    private void awaitRefund() {
        await().atMost(Duration.ofSeconds(20))
                .until(() -> limiter.peek(charges).quotas().get(0).remaining() == 1);
    }

    private void assertChargeStays(RawHttp http) {
        assertThat(limiter.peek(charges).allowed()).isFalse();
        assertThat(http.get("/counted/silent").status()).isEqualTo(429);
        assertThat(seen).as("a refused request has nothing to count").hasSize(1);
    }

    @Test
    void chargeComesBack_whenTheAnswerTimesOut() throws Exception {
        RawHttp http = serve();
        int answered = http.get("/counted/silent").status();
        assertThat(answered).isIn(500, 503);
        awaitSeen(status -> assertThat(status).isEqualTo(answered));
        awaitRefund();
        assertThat(http.get("/counted/late").status()).isEqualTo(401);
    }

    @Test
    void chargeStays_whenTheApplicationAnswersATimeOutWithAStatusThatCounts() throws Exception {
        RawHttp http = serve();
        assertThat(http.get("/counted/late").status()).isEqualTo(401);
        awaitSeen(status -> assertThat(status).isEqualTo(401));
        assertChargeStays(http);
    }

    /** The status is the one that was on its way, 200, and not that of the failure. */
    @ParameterizedTest
    @ValueSource(strings = {"/counted/endless", "/counted/endless-async"})
    void chargeComesBackAsTheStatusSays_whenTheClientGoesAwayInTheMiddle(String target) throws Exception {
        RawHttp http = serve();
        http.getAndLeave(target, 5000);
        awaitSeen(status -> assertThat(status).isEqualTo(200));
        awaitRefund();
    }

    /** Hanging up early is no way around the limit of a login. */
    @Test
    void chargeStaysAsTheStatusSays_whenTheClientDoesNotWaitForIt() throws Exception {
        RawHttp http = serve();
        http.getAndLeave("/counted/slow", 0);
        awaitSeen(status -> assertThat(status).isEqualTo(401));
        assertChargeStays(http);
    }

    @Test
    void refusedRequestsChargeNothingAndReturnNothing() throws Exception {
        RateLimiter byClock = byClock();
        RawHttp http =
                serve(gate(byClock, api("2/10s").count(status -> status == 401).build()));
        assertThat(http.post("/api/login").status()).isEqualTo(401);
        clock.advance(Duration.ofSeconds(1));
        assertThat(http.post("/api/login").status()).isEqualTo(401);
        for (int second = 2; second < 10; second++) {
            clock.advance(Duration.ofSeconds(1));
            assertThat(http.post("/api/login").status()).as("at %d s", second).isEqualTo(429);
        }
        clock.advance(Duration.ofSeconds(1)); // the first of two is 10 s old
        assertThat(http.post("/api/login").status()).isEqualTo(401);
        assertThat(http.post("/api/login").status()).isEqualTo(429);
    }

    @Test
    void requestThatOneRuleRefusesIsNoMatterOfAnother() throws Exception {
        RateLimiter byClock = byClock();
        Rule login = Rule.named("login")
                .paths("/api/login")
                .key(ClientKey.parse("global"))
                .count(status -> status != 429)
                .limit(Limit.parse("3/1h"))
                .build();
        RawHttp http = serve(gate(byClock, api("1/1s").build(), login));
        assertThat(remaining(http.post("/api/login"))).isEqualTo("0");
        assertThat(statuses(http, 3, "/api/login")).containsOnly(429);
        clock.advance(Duration.ofSeconds(1));
        assertThat(http.post("/api/login").value("RateLimit")).contains("\"login\";r=1;");
    }
}
