package io.weir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RateTextTest {

    @ParameterizedTest
    @CsvSource(delimiter = ';', textBlock = """
            100/1m            ; 100 per 1m
            100/m             ; 100 per 1m
            100 per minute    ; 100 per 1m
            100 per 1 minute  ; 100 per 1m
            100 / 60 s        ; 100 per 1m
            5/15m             ; 5 per 15m
            5 per 15 minutes  ; 5 per 15m
            1000/day          ; 1000 per 1d
            10/s              ; 10 per 1s
            10/sec            ; 10 per 1s
            3/500ms           ; 3 per 500ms
            7/week            ; 7 per 7d
            0/h               ; 0 per 1h
            1/90s             ; 1 per 90s
            """)
    void rateIsUnderstood(String text, String limit) {
        assertThat(Limit.parse(text)).hasToString(limit);
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', textBlock = """
            100/M         ; perhaps m for minutes
            50000/month   ; perhaps 30d, or a calendar month: { permits: 50000
            5/15          ; perhaps 15s or 15m
            10k/h         ; perhaps 10000
            10,000/h      ; perhaps 10000
            10_000/h      ; perhaps 10000
            1.5/s         ; allowed: a whole number
            5/Min         ; perhaps min
            5/fortnight   ; allowed: us, ms, s, m, h, d, w
            100           ; is no rate
            /m            ; is no rate
            100 pr minute ; is no rate
            a lot         ; is no rate
            5/0m          ; has a window of 0s; allowed: 1ms to 366d
            5/367d        ; has a window of 367d; allowed: 1ms to 366d
            5/9999999999999d ; allowed: 1ms to 366d
            -1/m          ; has -1 permits; allowed: 0 to
            """)
    void ambiguousOrWrongRateIsRefused_withWhatIsAllowed(String text, String message) {
        assertThatThrownBy(() -> Limit.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("limit '" + text + "'")
                .hasMessageContaining(message);
    }
}
