package io.weir.jaxrs;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.http.RawHttp;
import io.weir.http.Rule;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The part of {@link ProviderContract} about applications that bind their filters by name: ours stay global. */
abstract class NameBindingContract extends LocatorContract {

    private final NameBindings.Login login = new NameBindings.Login();

    private RawHttp serveBinding(Rule.Builder... rules) throws Exception {
        return serve(NameBindings.OfClass.class, NameBindings.OfMethod.class, login, feature(rules));
    }

    @Test
    void ruleOnUsersWaitsForTheBoundLogin_andRuleOnAddressesDoesNot() throws Exception {
        RawHttp http = serveBinding(rule("users", "user", "2/1m"), rule("all", "ip", "7/1m"));
        for (String user : List.of("X-User: a", "X-User: b")) {
            assertThat(statuses(3, http, "GET", "/bound-class", user)).as(user).containsExactly(200, 200, 429);
        }
        // What is refused for a user takes nothing of the rule on addresses.
        assertThat(http.get("/bound-method/free").value("RateLimit")).startsWith("\"all\";r=2;");
    }

    @Test
    void boundLoginIsNotTried_whenRuleOnAddressesRefuses() throws Exception {
        RawHttp http = serveBinding(rule("all", "ip", "2/1m"));
        assertThat(statuses(3, http, "GET", "/bound-class")).containsExactly(401, 401, 429);
        ProviderContract.assertIsRefusal(http.get("/bound-class", "X-User: a"));
        assertThat(login.tries()).isEqualTo(2);
    }

    @Test
    void annotationHolds_whetherItsMethodIsBoundOrNot() throws Exception {
        RawHttp http = serveBinding();
        assertThat(statuses(3, http, "GET", "/bound-method/bound", "X-User: a")).containsExactly(200, 200, 429);
        assertThat(login.tries()).isEqualTo(2);
        assertThat(statuses(3, http, "GET", "/bound-method/free")).containsExactly(200, 200, 429);
        assertThat(statuses(3, http, "GET", "/bound-class", "X-User: a")).containsExactly(200, 200, 429);
        assertThat(http.get("/bound-class", "X-User: b").status()).isEqualTo(200);
    }

    @Test
    void limitsHold_whereNothingIsBoundOrNothingIsMatched() throws Exception {
        assertThat(statuses(3, serveBinding(rule("all", "user", "2/1m")), "GET", "/bound-method/free"))
                .containsExactly(200, 200, 429);
        assertThat(statuses(3, serveBinding(rule("all", "user", "2/1m")), "GET", "/none"))
                .containsExactly(404, 404, 429);
        assertThat(login.tries()).isZero();
    }

    @Test
    void limitsHold_whenTheWholeApplicationIsBound() throws Exception {
        TestApplication bound = new NameBindings.Bound(
                SubResources.Limited.class,
                NameBindings.OfMethod.class,
                login,
                feature(rule("users", "user", "3/1m"), rule("all", "ip", "8/1m")));
        RawHttp http = client(start(bound));
        assertThat(statuses(2, http, "GET", "/limited/child", "X-User: a")).containsExactly(200, 429);
        assertThat(statuses(3, http, "GET", "/limited/free", "X-User: a")).containsExactly(200, 200, 429);
        assertThat(http.get("/limited/free", "X-User: b").status()).isEqualTo(200);
        assertThat(statuses(5, http, "GET", "/bound-method/none")).containsExactly(404, 404, 404, 429, 429);
    }
}
