package io.weir.soak;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class AdmissionsTest {

    private static final Duration WINDOW = Duration.ofNanos(100);

    private final Admissions admissions = new Admissions();

    @BeforeEach
    void threeWithinLessThanAWindowAndOneAtItsEnd() {
        admissions.add(1040, 1045);
        admissions.add(1000, 1001);
        admissions.add(1098, 1099);
        admissions.add(1099, 1100);
    }

    private int mostWithin(Fault... faults) {
        return admissions.mostWithin(WINDOW, List.of(faults)).admitted();
    }

    @Test
    void onlyThoseCountThatWereCertainlyDecidedWithinAWindow() {
        assertThat(mostWithin()).isEqualTo(3);
        admissions.add(1101, 1102);
        assertThat(mostWithin()).as("from 1040 on").isEqualTo(4);
    }

    @Test
    void windowsInWhichSomethingWasLostAreLeftOut() {
        Fault before = new Fault("flush", 900, 1020, true);
        assertThat(mostWithin(before)).as("from 1040 on").isEqualTo(3);
        Fault after = new Fault("flush", 1105, 1106, true);
        assertThat(mostWithin(before, after)).isZero();
        assertThat(mostWithin(new Fault("pause", 0, 2000, false))).isEqualTo(3);
    }
}
