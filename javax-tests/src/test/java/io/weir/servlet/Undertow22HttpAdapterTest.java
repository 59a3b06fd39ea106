package io.weir.servlet;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.http.ClientKey;
import io.weir.http.RawHttp;
import org.junit.jupiter.api.Test;

class Undertow22HttpAdapterTest extends UndertowHttpAdapterTest {

    /** Of cookies with one name Undertow 2.2 knows the first ({@code Cookies.createCookie}), and so does the application. */
    @Test
    @Override
    protected void aSecondValueIsNoSecondBudget_whenACookieIsSentTwice() throws Exception {
        RawHttp http = serveInRedis(api("1/1m").key(ClientKey.parse("cookie:client")));
        assertThat(http.get("/api/x", "Cookie: client=a; client=1").status()).isEqualTo(200);
        assertThat(http.get("/api/x", "Cookie: client=a; client=2").status()).isEqualTo(429);
        assertThat(http.get("/api/x", "Cookie: client=a").status()).isEqualTo(429);
    }
}
