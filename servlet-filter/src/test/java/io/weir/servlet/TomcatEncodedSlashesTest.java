package io.weir.servlet;

import io.weir.http.HttpAdapterFixture;
import io.weir.http.HttpGate;
import io.weir.http.SpellingContract;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.apache.tomcat.util.buf.EncodedSolidusHandling;
import org.junit.jupiter.api.Nested;

/** Tomcat, told to accept the encoded slashes, and the backslashes, that it refuses by default. */
class TomcatEncodedSlashesTest {

    @Nested
    class Decoded extends SpellingContract {

        @Override
        protected Node start(HttpGate gate) throws Exception {
            return TomcatEncodedSlashesTest.start(gate, EncodedSolidusHandling.DECODE);
        }
    }

    @Nested
    class PassedThrough extends SpellingContract {

        @Override
        protected Node start(HttpGate gate) throws Exception {
            return TomcatEncodedSlashesTest.start(gate, EncodedSolidusHandling.PASS_THROUGH);
        }
    }

    private static HttpAdapterFixture.Node start(HttpGate gate, EncodedSolidusHandling handling) throws Exception {
        return TomcatServer.start(
                context -> {
                    StandardRoutes.add(context, new Login(), "/api/login/*");
                    StandardRoutes.add(context, "limits", new RateLimitFilter(gate));
                },
                connector -> {
                    connector.setEncodedSolidusHandling(handling.getValue());
                    connector.setProperty("allowBackslash", "true");
                    connector.setProperty("relaxedPathChars", "\\");
                });
    }

    /** Never asks for its path, so it answers all that Tomcat routes to it. */
    private static final class Login extends HttpServlet {

        private static final long serialVersionUID = 1L;

        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
            response.getWriter().print("login");
        }
    }
}
