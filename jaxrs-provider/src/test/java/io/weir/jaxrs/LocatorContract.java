package io.weir.jaxrs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.http.RawHttp;
import io.weir.http.RawHttp.Response;
import io.weir.testing.Logged;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The part of {@link ProviderContract} about sub-resources, and about what a runtime answers by itself. */
abstract class LocatorContract extends RulesContract {

    private RawHttp limited() throws Exception {
        return serve(SubResources.Limited.class, feature());
    }

    // Places.

    @Test
    void limitHolds_onTheClassTheLocatorTheChildsClassAndTheChildsMethod() throws Exception {
        RawHttp ofRoot = serve(SubResources.Place.class, feature());
        assertThat(statuses(5, ofRoot, "GET", "/place/plain")).containsExactly(200, 200, 200, 200, 429);
        RawHttp ofLocator = serve(SubResources.Place.class, feature());
        assertThat(statuses(2, ofLocator, "GET", "/place/locator")).containsExactly(200, 429);
        assertThat(ofLocator.get("/place/plain").status()).isEqualTo(200);
        RawHttp ofChild = serve(SubResources.Place.class, feature());
        assertThat(statuses(3, ofChild, "GET", "/place/child/class")).containsExactly(200, 200, 429);
        RawHttp ofMethod = serve(SubResources.Place.class, feature());
        assertThat(statuses(2, ofMethod, "GET", "/place/child/method")).containsExactly(200, 429);
        assertThat(ofMethod.get("/place/child/class").status()).isEqualTo(200);
        ProviderContract.assertIsRefusal(ofMethod.get("/place/child/method"));
    }

    @Test
    void ruleIsChargedOnce_whenEveryPlaceNamesIt() throws Exception {
        RawHttp http = serve(
                SubResources.Everywhere.class,
                feature(rule("reports", "global", "2/1m").paths()));
        assertThat(statuses(3, http, "GET", "/everywhere/child")).containsExactly(200, 200, 429);
    }

    // Which locator it was.

    @Test
    void locatorIsLimited_whateverOfItsChildAnswers() throws Exception {
        RawHttp http = limited();
        assertThat(http.get("/limited/child").value("RateLimit-Policy"))
                .matches("\"Limited-child-[0-9a-f]{8}\";q=1;w=60");
        assertThat(http.get("/limited/child").status()).isEqualTo(429);
        assertThat(http.get("/limited/child/more").status()).isEqualTo(429);
        assertThat(http.send("POST", "/limited/child", "Content-Length: 0").status())
                .isEqualTo(429);
        assertThat(http.get("/limited").has("RateLimit")).isFalse();
        assertThat(http.get("/limited/free").has("RateLimit")).isFalse();
    }

    @Test
    void locatorsHaveTheirOwnBudgets_whenTheyLeadToTheSameClass() throws Exception {
        RawHttp http = limited();
        assertThat(statuses(2, http, "GET", "/limited/child")).containsExactly(200, 429);
        assertThat(statuses(3, http, "GET", "/limited/twin/more")).containsExactly(200, 200, 429);
        assertThat(statuses(2, http, "GET", "/limited/class")).containsExactly(200, 429);
    }

    @Test
    void locatorThatTheRuntimeChoseIsLimited_whenSeveralMatch() throws Exception {
        RawHttp http = limited();
        assertThat(statuses(2, http, "GET", "/limited/other")).containsExactly(200, 200);
        assertThat(statuses(2, http, "GET", "/limited/12/more")).containsExactly(200, 429);
        assertThat(http.get("/limited/child").status()).isEqualTo(200);
        assertThat(http.get("/limited/another").status()).isEqualTo(429);
    }

    /** The child says which locators it was, and the policy which ones were limited. */
    @Test
    void limitIsThatOfTheLocatorThatTheRuntimeChose_whateverThePath() throws Exception {
        RawHttp http = serve(SubResources.Overlapping.class, feature());
        List<String> segments = List.of("a", "b", "a-b", "12", "v1", "v1.2", "v123", "files", "%61", "a-");
        Set<String> chosen = new HashSet<>();
        for (String prefix : List.of("/overlapping/t/", "/overlapping/t/in/7/")) {
            for (String first : segments) {
                assertIsLimitedAsChosen(http, prefix + first, chosen);
                for (String second : segments) {
                    assertIsLimitedAsChosen(http, prefix + first + "/" + second, chosen);
                    assertIsLimitedAsChosen(http, prefix + first + "/" + second + "/x", chosen);
                }
            }
        }
        assertThat(chosen).contains("literal", "longer", "any", "digits", "two", "dashed", "version", "files");
        assertThat(chosen).contains("in, literal", "in, any", "in, version", "in, files");
    }

    private static void assertIsLimitedAsChosen(RawHttp http, String path, Set<String> chosen) {
        Response response = http.get(path);
        if (response.status() == 200) {
            assertThat(limited(response)).as(path).isEqualTo(response.body());
            chosen.add(response.body());
        }
    }

    private static String limited(Response response) {
        return response.value("RateLimit-Policy").replaceAll("\"Overlapping-(\\w+)-[0-9a-f]{8}\";q=9999;w=60", "$1");
    }

    /** RESTEasy then matches without it. */
    @Test
    void limitOfTheLocatorThatTheRuntimeChoseHolds_whenASlashIsAtTheEnd() throws Exception {
        RawHttp http = serve(SubResources.Overlapping.class, feature());
        for (String path : List.of("a/", "a-b/", "files/", "files/x/", "a/b/c/", "v1/", "12/")) {
            Response response = http.get("/overlapping/t/" + path);
            assertThat(response.status()).as(path).isEqualTo(200);
            assertThat(limited(response)).as(path).contains(response.body());
        }
    }

    /** Jersey then tells less, and a client must not choose what that is. */
    @Test
    void limitOfTheLocatorThatTheRuntimeChoseHolds_whenThePathHasParameters() throws Exception {
        RawHttp http = serve(SubResources.Overlapping.class, feature());
        for (String path :
                List.of("a;b", "a/a;b", "a/a;b=c", "a-b/a;c", "a-b;c=d/a", "v1;a/b", "files/a;b/c", "12;a/x;y")) {
            Response response = http.get("/overlapping/t;a=b/" + path);
            assertThat(response.status()).as(path).isEqualTo(200);
            assertThat(response.value("RateLimit-Policy")).as(path).contains("\"Overlapping-" + response.body() + "-");
        }
    }

    @Test
    void spellingIsNoWayAroundALocator() throws Exception {
        for (String target : List.of("/limited/child/", "/limited;a=b/child;c", "/limited/child/more/")) {
            RawHttp http = limited();
            assertThat(statuses(2, http, "GET", target)).as(target).containsExactly(200, 429);
            assertThat(http.get("/limited/child").status()).as(target).isEqualTo(429);
        }
        assertThat(statuses(2, limited(), "GET", "/limited/a%20b")).containsExactly(200, 429);
        // An encoded letter is another path to both runtimes: not this locator, but one that takes anything.
        assertThat(statuses(3, limited(), "GET", "/limited/%63hild")).containsExactly(200, 200, 429);
    }

    @Test
    void nestedLocatorIsLimited() throws Exception {
        RawHttp http = limited();
        assertThat(statuses(2, http, "GET", "/limited/deep/er/x")).containsExactly(200, 429);
        assertThat(http.get("/limited/deep/er/again/1/again/2/x/more").status()).isEqualTo(429);
        assertThat(http.get("/limited/child").status()).isEqualTo(200);
    }

    @Test
    void locatorIsLimited_whereverItsRootIs() throws Exception {
        assertThat(statuses(2, serve(SubResources.Top.class, feature()), "GET", "/more"))
                .containsExactly(200, 429);
        RawHttp both = serve(SubResources.Top.class, SubResources.Limited.class, feature());
        assertThat(statuses(2, both, "GET", "/limited/child")).containsExactly(200, 429);
        assertThat(both.get("/").status()).isEqualTo(200);
        assertThat(statuses(2, serve(SubResources.Heir.class, feature()), "GET", "/heir/child"))
                .containsExactly(200, 429);
    }

    // Mistakes.

    @Test
    void applicationDoesNotStart_whenAnnotationOfALocatorIsWrong() {
        assertThatThrownBy(() -> serve(SubResources.Wrong.class, feature()))
                .hasStackTraceContaining("@RateLimited on public")
                .hasStackTraceContaining("Wrong.child(): there is no rule 'nothing'; allowed: []");
    }

    @Test
    void requestFailsAndTheLogSaysWhy_whenAnnotationOfANestedLocatorIsWrong() throws Exception {
        try (Logged logged = Logged.of(RateLimitFeature.class)) {
            RawHttp http = serve(SubResources.LeadingToWrong.class, new CatchAll(), feature());
            assertThat(http.get("/leading/astray/child").status()).isEqualTo(500);
            assertThat(logged.messages()).singleElement().asString().contains("Wrong.child(): there is no rule");
        }
    }

    @Test
    void applicationDoesNotStart_whenALocatorIsAnnotatedAndNothingIsConfigured() {
        assertThatThrownBy(() -> serve(SubResources.Heir.class, Resources.Text.class))
                .hasStackTraceContaining("Weir is not configured");
    }

    // HEAD and OPTIONS.

    @Test
    void headIsChargedAsGet_whenTheRuntimeMakesItOfGet() throws Exception {
        RawHttp http = limited();
        assertThat(http.send("HEAD", "/limited/child").status()).isEqualTo(200);
        Response refused = http.send("HEAD", "/limited/child");
        assertThat(refused).returns(429, Response::status).returns("", Response::body);
        assertThat(refused.value("Content-Type")).isEqualTo("application/problem+json");
        assertThat(http.get("/limited/child").status()).isEqualTo(429);

        RawHttp whole = serve(SubResources.Whole.class, feature());
        assertThat(whole.send("HEAD", "/whole/one").status()).isEqualTo(200);
        assertThat(whole.get("/whole/one").status()).isEqualTo(429);
        assertThat(whole.send("HEAD", "/whole").status()).isEqualTo(200);
        assertThat(whole.get("/whole").status()).isEqualTo(429);
    }

    @Test
    void optionsIsCharged_whenTheRuntimeAnswersItAndARuleCoversThePath() throws Exception {
        for (String key : List.of("ip", "user | ip", "user")) {
            for (String target : List.of("/whole", "/limited/free")) {
                RawHttp http =
                        serve(SubResources.Whole.class, SubResources.Limited.class, feature(rule("all", key, "2/1m")));
                Response answered = http.send("OPTIONS", target);
                assertThat(answered.status()).as(key).isEqualTo(200);
                assertThat(answered.value("Allow")).contains("GET");
                assertThat(answered.value("X-RateLimit-Remaining")).isEqualTo("1");
                assertThat(http.send("OPTIONS", target).status()).isEqualTo(200);
                ProviderContract.assertIsRefusal(http.send("OPTIONS", target));
            }
        }
    }

    @Test
    void optionsTakesNothingOfAnAnnotatedBudget_whenTheRuntimeAnswersIt() throws Exception {
        RawHttp http = serve(SubResources.Whole.class, SubResources.Place.class, feature());
        for (String target : List.of("/whole", "/whole/one", "/place/locator", "/place/child/method")) {
            assertThat(statuses(5, http, "OPTIONS", target)).as(target).containsOnly(200);
            assertThat(http.get(target).status()).as(target).isEqualTo(200);
        }
    }

    @Test
    void optionsIsCharged_whenAResourceMethodAnswersIt() throws Exception {
        RawHttp http = limited();
        assertThat(http.send("OPTIONS", "/limited/child/more").body()).isEqualTo("options");
        ProviderContract.assertIsRefusal(http.send("OPTIONS", "/limited/child/more"));
    }

    @Test
    void preflightIsNeitherChargedNorRefused_whenALocatorIsLimited() throws Exception {
        RawHttp http = limited();
        for (int i = 0; i < 3; i++) {
            assertThat(http.send(
                                    "OPTIONS",
                                    "/limited/child/more",
                                    "Origin: http://a.example",
                                    "Access-Control-Request-Method: GET")
                            .status())
                    .isEqualTo(200);
        }
        assertThat(http.get("/limited/child/more").status()).isEqualTo(200);
    }
}
