package io.weir.benchmarks.compare;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ReportTest {

    private static final String SENTENCE =
            "It goes between `<!-- begin compare -->` and `<!-- end compare -->` of the file.\n";

    private final Report report = new Report();

    ReportTest() {
        report.words("new");
    }

    @Test
    void tablesTakeThePlaceOfTheLastOnes_andNothingElseChanges() {
        String text = SENTENCE + "<!-- begin compare -->\n\nold\n\n<!-- end compare -->\nafter\n";
        String written = SENTENCE + "<!-- begin compare -->\n\nnew\n\n<!-- end compare -->\nafter\n";
        assertThat(report.into(text, "compare")).isEqualTo(written);
        assertThat(report.into(written, "compare")).isEqualTo(written);
        assertThat(report.into(text, "grow")).isEqualTo(text + "new\n\n");
    }

    @Test
    void nothingIsLost_whenAFileHasNoPlaceForThem() {
        assertThat(report.into(SENTENCE, "compare")).isEqualTo(SENTENCE + "new\n\n");
        assertThat(report.into("", "compare")).isEqualTo("new\n\n");
    }
}
