package io.weir.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.Algorithm;
import java.io.IOException;
import java.nio.file.Files;
import org.junit.jupiter.api.Test;

/** {@code docs/boundary-burst.svg} shows what the limiter does. */
class BoundaryBurstPictureTest {

    @Test
    void fixedWindowAdmitsTwiceTheLimitInAMinute_andTheLogDoesNot() {
        assertThat(new BoundaryBurst(Algorithm.FixedWindow.ofClock()).peak()).isEqualTo(200);
        assertThat(new BoundaryBurst(Algorithm.slidingWindowLog()).peak()).isEqualTo(100);
    }

    @Test
    void committedPictureIsTheOneThatIsDrawn() throws IOException {
        String drawn = BoundaryBurstPicture.draw();
        if (Boolean.getBoolean("weir.redraw")) {
            Files.writeString(Docs.path("algorithms.md").resolveSibling("boundary-burst.svg"), drawn);
        }
        assertThat(Docs.read("boundary-burst.svg"))
                .as("docs/boundary-burst.svg; redraw it with"
                        + " mvn -pl core -am test -Dtest=BoundaryBurstPictureTest -Dsurefire.failIfNoSpecifiedTests=false"
                        + " -Dweir.redraw=true")
                .isEqualTo(drawn);
    }
}
