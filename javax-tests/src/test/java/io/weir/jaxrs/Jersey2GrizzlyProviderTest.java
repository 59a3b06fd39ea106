package io.weir.jaxrs;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.http.RawHttp;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

class Jersey2GrizzlyProviderTest extends JerseyGrizzlyProviderTest {

    /** Jersey 2 leaves an exception that nobody maps to the server, past all response filters. */
    @Test
    @Override
    void statusThatTheClientGetsIsHeardOnce_howeverTheApplicationComesToIt() throws Exception {
        List<Integer> heard = new CopyOnWriteArrayList<>();
        RawHttp http = serve(
                StatusResource.class,
                new StatusResource.Mapper(),
                feature(rule("all", "global", "99/1m").count(heard::add)));
        assertThat(List.of(
                        http.get("/status/returned").status(),
                        http.get("/status/thrown").status(),
                        http.get("/status/mapped").status(),
                        http.get("/status/unmapped").status(),
                        http.get("/status/none").status()))
                .containsExactly(401, 401, 409, 500, 404);
        assertThat(heard).containsExactly(401, 401, 409, 404);
    }
}
