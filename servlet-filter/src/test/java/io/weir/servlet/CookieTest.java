package io.weir.servlet;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.http.RawHttp;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Cookies as clients send them, and as no browser would. */
class CookieTest extends ServletTest {

    @ParameterizedTest
    @EnumSource
    void clientIsLimitedAllTheSame_whenItSendsCookiesThatTheContainerDoesNotTake(Container container) throws Exception {
        RawHttp http = start(container, context -> {
            StandardRoutes.add(context);
            StandardRoutes.add(context, "limits", new RateLimitFilter(gate("2/1m", "cookie:sid | ip", "/api/**")));
        });
        String[] odd = {"$Version=1", "$Path=/", "=x", ";;;", "sid", "sid=", "a[]=1", "$x=y; a=b"};
        for (int i = 0; i < odd.length; i++) {
            assertThat(http.get("/api/x", "Cookie: " + odd[i]).status())
                    .as(odd[i])
                    .isEqualTo(i < 2 ? 200 : 429);
        }
        assertThat(http.get("/api/x", "Cookie: sid=mine").status()).isEqualTo(200);
    }
}
