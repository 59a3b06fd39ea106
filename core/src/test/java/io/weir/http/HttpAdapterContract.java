package io.weir.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.weir.Limit;
import io.weir.http.RawHttp.Response;
import io.weir.testing.FailingLimiter;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

/**
 * What every adapter promises over HTTP, on the wire, with a real Redis wherever the clock does not have to be moved by
 * hand. A subclass only starts a server.
 */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
public abstract class HttpAdapterContract extends FieldSyntaxContract {

    private static final List<String> FIELDS = List.of(
            "RateLimit-Policy",
            "RateLimit",
            "X-RateLimit-Limit",
            "X-RateLimit-Remaining",
            "X-RateLimit-Reset",
            "Retry-After",
            "Cache-Control",
            "Content-Type");

    /** Without this, a server on which nothing works would pass every test that expects a refusal. */
    @Test
    @Order(0)
    void everyRouteAnswers_whenNothingIsLimited() throws Exception {
        RawHttp http = serve(gate(byClock()));
        assertAnswers(http.get("/api/x"), 200, "x");
        assertAnswers(http.post("/api/x"), 200, "x");
        assertAnswers(http.get("/api/login"), 200, "login");
        assertThat(http.post("/api/login").status()).isEqualTo(401);
        assertThat(http.get("/api/boom").status()).isEqualTo(500);
        assertAnswers(http.get("/other"), 200, "other");
        assertAnswers(http.get("/api/async"), 200, "async");
        assertThat(http.get("/api/stream").body()).contains("data: 1\n", "data: 2\n", "data: 3\n");
        assertAnswers(upload(http, "12345", 5), 200, "5");
        assertThat(http.get("/api/none").status()).isEqualTo(404);
        assertThat(http.get("/").status()).isEqualTo(404);
        assertThat(http.send("HEAD", "/api/x")).returns(200, Response::status).returns("", Response::body);
        assertThat(http.get("/api/x").lines()).noneMatch(line -> line.name().contains("Limit"));
    }

    private static void assertAnswers(Response response, int status, String body) {
        assertThat(response).returns(status, Response::status).returns(body, Response::body);
    }

    // What the fields say.

    @Test
    void fieldsTellWhatIsLeft_whenAdmitted() throws Exception {
        RawHttp http = serveByClock(api("100/60s"));
        Response first = http.get("/api/x");
        assertAnswers(first, 200, "x");
        assertThat(first.values("RateLimit-Policy")).containsExactly("\"api\";q=100;w=60");
        assertThat(first.values("RateLimit")).containsExactly("\"api\";r=99;t=60");
        assertThat(first.values("X-RateLimit-Limit")).containsExactly("100");
        assertThat(first.values("X-RateLimit-Remaining")).containsExactly("99");
        assertThat(first.values("X-RateLimit-Reset")).containsExactly("1564997281");
        assertThat(first.has("Retry-After")).isFalse();
        assertThat(first.value("Cache-Control")).doesNotContain("no-store");
    }

    @Test
    void refusalIsWordForWordTheDocumentedOne_whenNothingIsLeft() throws Exception {
        Rule.Builder rule = api().limit(Limit.parse("100/60s").named("default"));
        clock.advance(Duration.ofMillis(-55_800));
        RawHttp http = serveByClock(rule);
        assertThat(http.get("/api/x").status()).isEqualTo(200);
        clock.advance(Duration.ofMillis(54_900));
        assertThat(statuses(http, 99, "/api/x")).containsOnly(200);
        clock.advance(Duration.ofMillis(900));

        Response refused = http.get("/api/x");
        assertThat(refused.status()).isEqualTo(429);
        assertThat(refused.values("RateLimit-Policy")).containsExactly("\"default\";q=100;w=60");
        assertThat(refused.values("RateLimit")).containsExactly("\"default\";r=0;t=5");
        assertThat(refused.values("Retry-After")).containsExactly("5");
        assertThat(refused.values("X-RateLimit-Limit")).containsExactly("100");
        assertThat(refused.values("X-RateLimit-Remaining")).containsExactly("0");
        assertThat(refused.values("X-RateLimit-Reset")).containsExactly("1564997280");
        assertThat(refused.values("Cache-Control")).containsExactly("no-store");
        assertThat(refused.values("Content-Type")).containsExactly("application/problem+json");
        assertThat(refused.body())
                .isEqualTo("{\"type\":\"https://iana.org/assignments/http-problem-types#quota-exceeded\","
                        + "\"title\":\"Quota Exceeded\",\"status\":429,"
                        + "\"detail\":\"Rate limit exceeded. Please try again in 5 seconds.\","
                        + "\"violated-policies\":[\"default\"]}");
    }

    @Test
    void fieldsAreThere_whenApplicationAnswersAnError() throws Exception {
        RawHttp http = serveInRedis(api("100/1m"));
        assertThat(http.post("/api/login")).returns(401, Response::status).returns("99", HttpAdapterFixture::remaining);
        assertThat(http.get("/api/none")).returns(404, Response::status).returns("98", HttpAdapterFixture::remaining);
    }

    /** A subclass overrides it for a container that clears all fields then. */
    @Test
    protected void fieldsAreThere_whenApplicationThrows() throws Exception {
        RawHttp http = serveInRedis(api("100/1m"));
        assertThat(http.get("/api/boom")).returns(500, Response::status).returns("99", HttpAdapterFixture::remaining);
        assertThat(http.get("/api/boom").value("RateLimit-Policy")).isEqualTo("\"api\";q=100;w=60");
    }

    @Test
    void bothLimitsAreListedAndOnlyTheViolatedOneIsNamed_whenRuleHasTwo() throws Exception {
        RawHttp http = serveInRedis(api().limit(Limit.parse("2/10s").named("burst"))
                .limit(Limit.parse("1000/1d").named("daily")));
        Response first = http.get("/api/x");
        assertThat(first.value("RateLimit-Policy")).isEqualTo("\"burst\";q=2;w=10, \"daily\";q=1000;w=86400");
        assertThat(first.value("RateLimit")).isEqualTo("\"burst\";r=1;t=10, \"daily\";r=999;t=86400");
        assertThat(first.value("X-RateLimit-Limit")).isEqualTo("2");
        assertThat(http.get("/api/x").status()).isEqualTo(200);

        Response refused = http.get("/api/x");
        assertThat(refused.status()).isEqualTo(429);
        assertThat(refused.value("RateLimit-Policy")).isEqualTo("\"burst\";q=2;w=10, \"daily\";q=1000;w=86400");
        assertThat(refused.value("RateLimit")).matches("\"burst\";r=0;t=([1-9]|10)");
        assertThat(refused.value("X-RateLimit-Limit")).isEqualTo("2");
        assertThat(refused.body()).endsWith("\"violated-policies\":[\"burst\"]}");
    }

    @Test
    void everyMatchingRuleIsCharged_whenSeveralCoverTheRequest() throws Exception {
        Rule all = Rule.named("all")
                .key(ClientKey.parse("global"))
                .limit(Limit.parse("3/1m"))
                .build();
        RawHttp http = serve(gate(inRedis(), api("5/1m").build(), all));
        assertThat(http.get("/other").value("RateLimit-Policy")).isEqualTo("\"all\";q=3;w=60");
        assertThat(http.get("/api/x").value("RateLimit-Policy")).isEqualTo("\"api\";q=5;w=60, \"all\";q=3;w=60");
        assertThat(statuses(http, 2, "/api/x")).containsExactly(200, 429);
    }

    @Test
    void onlyTheWantedFieldsAreWritten_whenSomeAreSwitchedOff() throws Exception {
        RawHttp http = serve(gate(inRedis(), api("1/1m").build()).fields(List.of()));
        assertThat(http.get("/api/x").lines()).noneMatch(line -> line.name().contains("Limit"));
        Response refused = http.get("/api/x");
        assertThat(refused.status()).isEqualTo(429);
        assertThat(refused.lines()).noneMatch(line -> line.name().contains("Limit"));
        assertThat(refused.has("Retry-After")).isTrue();
    }

    // When it lets in.

    @Test
    void retryAfterIsRoundedUpAndKept_whenWindowIsSpent() throws Exception {
        for (WaitCase wait : List.of(new WaitCase(9_700, 1), new WaitCase(9_999, 1), new WaitCase(100, 10))) {
            RawHttp http = serveByClock(api("3/10s"));
            assertThat(statuses(http, 3, "/api/x")).containsOnly(200);
            clock.advance(Duration.ofMillis(wait.askedAtMillis));
            Response refused = http.get("/api/x");
            assertThat(refused.status()).isEqualTo(429);
            assertThat(refused.value("Retry-After")).isEqualTo(Integer.toString(wait.seconds));
            clock.advance(Duration.ofSeconds(wait.seconds));
            assertThat(http.get("/api/x").status()).isEqualTo(200);
        }
    }

    private record WaitCase(long askedAtMillis, int seconds) {}

    @Test
    void oneMoreIsAdmitted_whenTheOldestHasLeftTheWindow() throws Exception {
        RawHttp http = serveByClock(api("3/10s"));
        assertThat(http.get("/api/x").status()).isEqualTo(200);
        clock.advance(Duration.ofSeconds(9));
        assertThat(http.get("/api/x").status()).isEqualTo(200);
        clock.advance(Duration.ofMillis(100));
        assertThat(http.get("/api/x").status()).isEqualTo(200);
        clock.advance(Duration.ofMillis(1_400));
        assertThat(statuses(http, 2, "/api/x")).containsExactly(200, 429);
    }

    @Test
    void remainingCountsDownAndStaysAtZero_whenLimitIsThree() throws Exception {
        RawHttp http = serveInRedis(api("3/10s"));
        List<String> seen = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            Response response = http.get("/api/x");
            seen.add(response.status() + " " + remaining(response));
        }
        assertThat(seen).containsExactly("200 2", "200 1", "200 0", "429 0", "429 0");
    }

    @Test
    void everythingIsRefusedAndNoWaitPromised_whenLimitIsZero() throws Exception {
        RawHttp http = serveInRedis(api("0/10s"));
        assertThat(statuses(http, 3, "/api/x")).containsOnly(429);
        Response refused = http.get("/api/x");
        assertThat(refused.has("Retry-After")).isFalse();
        assertThat(refused.value("RateLimit")).isEqualTo("\"api\";r=0");
    }

    @Test
    void oneIsAdmitted_whenLimitIsOne() throws Exception {
        RawHttp http = serveInRedis(api("1/10s"));
        assertThat(statuses(http, 3, "/api/x")).containsExactly(200, 429, 429);
    }

    @Test
    void exactlyTheLimitIsAdmitted_whenManyAskAtOnce() throws Exception {
        RawHttp http = serveInRedis(api("10/1m"));
        assertThat(http.get("/other").status()).isEqualTo(200);
        int clients = 64;
        CyclicBarrier together = new CyclicBarrier(clients);
        ExecutorService threads = Executors.newFixedThreadPool(clients);
        try {
            Callable<Integer> client = () -> {
                together.await();
                return http.get("/api/x").status();
            };
            List<Integer> statuses = new ArrayList<>();
            for (Future<Integer> status : threads.invokeAll(
                    Stream.generate(() -> client).limit(clients).toList())) {
                statuses.add(status.get());
            }
            assertThat(statuses).containsOnly(200, 429);
            assertThat(statuses).filteredOn(status -> status == 200).hasSize(10);
        } finally {
            threads.shutdownNow();
        }
    }

    @Test
    void nodesShareOneWindow_whenTheyShareARedis() throws Exception {
        RawHttp one = serveInRedis(api("3/1m"));
        RawHttp other = serveInRedis(api("3/1m"));
        assertThat(one.get("/api/x").status()).isEqualTo(200);
        assertThat(other.get("/api/x").status()).isEqualTo(200);
        assertThat(one.get("/api/x").status()).isEqualTo(200);
        assertThat(other.get("/api/x").status()).isEqualTo(429);
        assertThat(one.get("/api/x").status()).isEqualTo(429);
    }

    @Test
    void clientsHaveTheirOwnBudget_whenKeyTellsThemApart() throws Exception {
        RawHttp http = serveInRedis(api("1/1m").key(ClientKey.parse("header:X-Api-Key | cookie:client")));
        assertThat(http.get("/api/x", "X-Api-Key: a").status()).isEqualTo(200);
        assertThat(http.get("/api/x", "x-api-key: a").status()).isEqualTo(429);
        assertThat(http.get("/api/x", "X-Api-Key: b").status()).isEqualTo(200);
        assertThat(http.get("/api/x", "Cookie: client=a; other=b").status()).isEqualTo(200);
        assertThat(http.get("/api/x", "Cookie: other=a; client=a").status()).isEqualTo(429);
        assertThat(http.get("/api/x", "Cookie: client=b").status()).isEqualTo(200);
    }

    /**
     * Where the container does not choose, as Undertow does for the application too, neither is the client. A subclass
     * overrides it for a container that chooses the first.
     */
    @Test
    protected void aSecondValueIsNoSecondBudget_whenACookieIsSentTwice() throws Exception {
        RawHttp http = serveInRedis(api("1/1m").key(ClientKey.parse("cookie:client")));
        assertThat(http.get("/api/x", "Cookie: client=1; client=a").status()).isEqualTo(200);
        assertThat(http.get("/api/x", "Cookie: client=2; client=a").status()).isEqualTo(429);
        assertThat(http.get("/api/x", "Cookie: client=b; client=b").status()).isEqualTo(200);
        assertThat(http.get("/api/x", "Cookie: client=b").status()).isEqualTo(429);
    }

    // What is counted.

    @Test
    void headIsChargedAndRefusedAsGet_whenRuleIsForGet() throws Exception {
        RawHttp http = serveByClock(api("2/10s").methods("GET"));
        Response head = http.send("HEAD", "/api/x");
        assertThat(head).returns(200, Response::status).returns("", Response::body);
        assertThat(remaining(head)).isEqualTo("1");
        assertThat(remaining(http.get("/api/x"))).isEqualTo("0");

        Response refused = http.send("HEAD", "/api/x");
        Response asGet = http.get("/api/x");
        assertThat(refused).returns(429, Response::status).returns("", Response::body);
        for (String field : FIELDS) {
            assertThat(refused.values(field))
                    .as(field)
                    .isEqualTo(asGet.values(field))
                    .hasSize(1);
        }
    }

    @Test
    void otherMethodsAndPathsCostNothing_whenRuleDoesNotCoverThem() throws Exception {
        RawHttp http = serveInRedis(api("1/1m").methods("GET"));
        for (Response free : List.of(http.post("/api/x"), http.get("/other"), http.post("/api/x"))) {
            assertThat(free.status()).isEqualTo(200);
            assertThat(free.has("RateLimit")).isFalse();
        }
        assertThat(statuses(http, 2, "/api/x")).containsExactly(200, 429);
    }

    @Test
    void preflightIsNeitherChargedNorRefused_andPlainOptionsIs() throws Exception {
        RawHttp http = serveInRedis(api("2/1m"));
        assertThat(preflight(http)).isNotEqualTo(429);
        assertThat(remaining(http.send("OPTIONS", "/api/x"))).isEqualTo("1");
        assertThat(remaining(http.send("OPTIONS", "/api/x", "Origin: http://a.example")))
                .isEqualTo("0");
        assertThat(http.send("OPTIONS", "/api/x").status()).isEqualTo(429);
        assertThat(preflight(http)).isNotEqualTo(429);
    }

    private static int preflight(RawHttp http) {
        Response response =
                http.send("OPTIONS", "/api/x", "Origin: http://a.example", "Access-Control-Request-Method: GET");
        assertThat(response.has("RateLimit")).isFalse();
        return response.status();
    }

    @Test
    void excludedPathCostsNothing_notEvenACallOfTheLimiter() throws Exception {
        RawHttp http = serve(gate(new FailingLimiter(), api("1/1m").build())
                .exclude("/api/x")
                .onFailure(FailurePolicy.DENY));
        assertThat(statuses(http, 3, "/api/x")).containsOnly(200);
        assertThat(http.get("/api/x").has("RateLimit")).isFalse();
        assertThat(http.get("/api/login").status()).isEqualTo(503);
    }

    @Test
    void asynchronousAndStreamedAnswersAreWholeAndChargedOnce() throws Exception {
        RawHttp http = serveInRedis(api("3/1m"));
        Response async = http.get("/api/async");
        assertAnswers(async, 200, "async");
        assertThat(remaining(async)).isEqualTo("2");
        Response stream = http.get("/api/stream");
        assertThat(stream.status()).isEqualTo(200);
        assertThat(stream.body()).contains("data: 1\n", "data: 2\n", "data: 3\n");
        assertThat(remaining(stream)).isEqualTo("1");
        assertThat(remaining(http.get("/api/x"))).isEqualTo("0");
        assertThat(http.get("/api/async").status()).isEqualTo(429);
        assertThat(http.get("/api/stream").status()).isEqualTo(429);
    }

    @Test
    void errorIsChargedOnce_whenApplicationThrows() throws Exception {
        RawHttp http = serveInRedis(api("3/1m"));
        assertThat(statuses(http, 4, "/api/boom")).containsExactly(500, 500, 500, 429);
    }

    @Test
    void bodyIsNotRead_whenRequestIsRefused() throws Exception {
        RawHttp http = serveInRedis(api("1/1m"));
        assertAnswers(upload(http, "12345", 5), 200, "5");
        String beginning = "x".repeat(octetsReadByTheServer() + 64 * 1024);
        Response refused = upload(http, beginning, 64 * 1024 * 1024);
        assertThat(refused.status()).isEqualTo(429);
        assertThat(refused.body()).startsWith("{\"type\":").endsWith("\"violated-policies\":[\"api\"]}");
    }

    private static Response upload(RawHttp http, String beginning, int length) {
        return http.sendUnfinished(
                "POST",
                "/api/upload",
                beginning.getBytes(StandardCharsets.US_ASCII),
                "Content-Type: application/octet-stream",
                "Content-Length: " + length);
    }

    // When no decision can be had.

    // What is counted by the response.

    @Test
    void goodLoginsAreFreeAndFiveBadOnesLockOut_whenOnly401Counts() throws Exception {
        RawHttp http = serveInRedis(Rule.named("login")
                .paths("/api/login")
                .key(ClientKey.parse("global"))
                .count(status -> status == 401)
                .limit(Limit.parse("5/15m")));
        assertThat(statuses(http, 12, "/api/login")).containsOnly(200);
        for (int bad = 0; bad < 5; bad++) {
            // A good login is answered before Redis has its charge back; refused ones cost nothing.
            await().until(() -> http.post("/api/login").status() == 401);
        }
        assertThat(http.post("/api/login").status()).isEqualTo(429);
        assertThat(http.get("/api/login").status()).isEqualTo(429);
    }

    @Test
    void failuresAreFree_whenOnlySuccessesCount() throws Exception {
        RawHttp http = serveByClock(api("1/1m").count(status -> status < 400));
        for (int failure = 0; failure < 3; failure++) {
            assertThat(http.get("/api/boom").status()).isEqualTo(500);
            assertThat(http.get("/api/none").status()).isEqualTo(404);
            assertThat(http.post("/api/login").status()).isEqualTo(401);
        }
        assertAnswers(http.get("/api/x"), 200, "x");
        assertThat(http.get("/api/x").status()).isEqualTo(429);
    }

    @Test
    void asynchronousAndStreamedAnswersAreCountedByTheirStatus() throws Exception {
        RawHttp http = serveByClock(api("5/1m").count(status -> status != 200)); // the end may be heard a moment later
        for (int answer = 0; answer < 4; answer++) {
            assertAnswers(http.get("/api/async"), 200, "async");
            assertThat(http.get("/api/stream").status()).isEqualTo(200);
        }
        for (int bad = 0; bad < 5; bad++) {
            assertThat(http.post("/api/login").status()).isEqualTo(401);
        }
        assertThat(http.post("/api/login").status()).isEqualTo(429);
    }

    @Test
    void badCostIsRefusedWith400AndChargesNothing() throws Exception {
        RawHttp http = serveByClock(api("3/1m").cost(RequestCost.ofHeader("X-Cost", 3)));
        assertThat(http.send("GET", "/api/x", "X-Cost: many").status()).isEqualTo(400);
        assertThat(http.send("GET", "/api/x", "X-Cost: 4").status()).isEqualTo(400);
        assertThat(http.send("GET", "/api/x", "X-Cost: 3").status()).isEqualTo(200);
        assertThat(http.get("/api/x").status()).isEqualTo(429);
    }

    @Test
    void shadowRefusesNobody() throws Exception {
        RawHttp http = serveByClock(api("0/1m").shadow());
        Response response = http.get("/api/x");
        assertAnswers(response, 200, "x");
        assertThat(response.lines()).noneMatch(line -> line.name().contains("Limit"));
    }

    @Test
    void requestPassesWithoutFields_whenLimiterFailsAndPolicyAllows() throws Exception {
        RawHttp http = serve(gate(new FailingLimiter(), api("1/1m").build()).onFailure(FailurePolicy.ALLOW));
        assertThat(statuses(http, 3, "/api/x")).containsOnly(200);
        assertThat(http.get("/api/x").lines()).noneMatch(line -> line.name().contains("Limit"));
    }

    @Test
    void requestIsRefusedWith503_whenLimiterFailsAndPolicyDenies() throws Exception {
        RawHttp http = serve(gate(new FailingLimiter(), api("1/1m").build()).onFailure(FailurePolicy.DENY));
        Response refused = http.get("/api/x");
        assertThat(refused.status()).isEqualTo(503);
        assertThat(refused.value("Retry-After")).matches("[1-9][0-9]*");
        assertThat(refused.values("Cache-Control")).containsExactly("no-store");
        assertThat(refused.values("Content-Type")).containsExactly("application/problem+json");
        assertThat(refused.body())
                .startsWith("{\"type\":\"https://iana.org/assignments/http-problem-types#temporary-reduced-capacity\","
                        + "\"title\":\"Temporary Reduced Capacity\",\"status\":503,");
        assertThat(http.get("/other").status()).isEqualTo(200);
    }
}
