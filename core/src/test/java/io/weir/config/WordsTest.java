package io.weir.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.time.Duration;
import java.time.ZoneId;
import org.junit.jupiter.api.Test;

class WordsTest {

    @Test
    void nearestWordIsFound_whateverItsCaseAndMarks() {
        assertThat(Words.nearest("europe paris", ZoneId.getAvailableZoneIds())).isEqualTo("Europe/Paris");
        assertThat(Words.nearest("Europe/Pari", ZoneId.getAvailableZoneIds())).isEqualTo("Europe/Paris");
        assertThat(Words.nearest("nowhere near any of them", ZoneId.getAvailableZoneIds()))
                .isEmpty();
    }

    @Test
    void textAsLongAsAFileIsNearToNothing_andThatIsToldAtOnce() {
        String text = "n".repeat(900_000);
        assertTimeoutPreemptively(
                Duration.ofSeconds(5),
                () -> assertThat(Words.nearest(text, ZoneId.getAvailableZoneIds()))
                        .isEmpty());
    }
}
