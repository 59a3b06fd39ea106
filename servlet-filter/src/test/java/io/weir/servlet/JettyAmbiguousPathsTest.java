package io.weir.servlet;

import io.weir.http.HttpAdapterFixture;
import io.weir.http.HttpGate;
import io.weir.http.SpellingContract;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.eclipse.jetty.http.UriCompliance;
import org.junit.jupiter.api.Nested;

/** Jetty, told to accept the paths that it refuses by default because two readers may understand them differently. */
class JettyAmbiguousPathsTest {

    @Nested
    class Decoded extends SpellingContract {

        @Override
        protected Node start(HttpGate gate) throws Exception {
            return JettyAmbiguousPathsTest.start(gate, true);
        }
    }

    @Nested
    class NotDecoded extends SpellingContract {

        @Override
        protected Node start(HttpGate gate) throws Exception {
            return JettyAmbiguousPathsTest.start(gate, false);
        }
    }

    private static HttpAdapterFixture.Node start(HttpGate gate, boolean decode) throws Exception {
        return JettyServer.start(
                context -> {
                    StandardRoutes.add(context, new Login(), "/api/login/*");
                    StandardRoutes.add(context, "limits", new RateLimitFilter(gate));
                },
                http -> http.setUriCompliance(UriCompliance.UNSAFE),
                decode);
    }

    /** Never asks for its path, so it answers all that Jetty routes to it. */
    private static final class Login extends HttpServlet {

        private static final long serialVersionUID = 1L;

        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
            response.getWriter().print("login");
        }
    }
}
