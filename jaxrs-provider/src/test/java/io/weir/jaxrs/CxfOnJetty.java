package io.weir.jaxrs;

import io.weir.http.HttpAdapterFixture.Node;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.core.Application;
import java.util.function.Consumer;
import org.apache.cxf.jaxrs.servlet.CXFNonSpringJaxrsServlet;
import org.apache.cxf.message.Message;
import org.apache.cxf.phase.PhaseInterceptorChain;
import org.apache.cxf.transport.http.AbstractHTTPDestination;

/** Starts CXF in a servlet container. */
final class CxfOnJetty {

    private CxfOnJetty() {}

    /** Starts an application, as {@link JettyServer#start} does. */
    static Node start(Application application, String mapping, Consumer<WebApp> more) throws Exception {
        return JettyServer.start(new CXFNonSpringJaxrsServlet(application), mapping, more);
    }

    /** The address of the peer that sent the request of this thread. */
    static String peer(ContainerRequestContext request) {
        Message message = PhaseInterceptorChain.getCurrentMessage();
        return ((HttpServletRequest) message.get(AbstractHTTPDestination.HTTP_REQUEST)).getRemoteAddr();
    }
}
