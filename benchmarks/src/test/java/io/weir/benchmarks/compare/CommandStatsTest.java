package io.weir.benchmarks.compare;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CommandStatsTest {

    private static CommandStats stats(String... lines) {
        return CommandStats.parse("# Commandstats\r\n" + String.join("\r\n", lines) + "\r\n");
    }

    @Test
    void nestedCommandsCountOnce_inTheScriptThatCalledThem() {
        CommandStats stats = stats(
                "cmdstat_evalsha:calls=10,usec=200,usec_per_call=20.00",
                "cmdstat_zadd:calls=10,usec=50,usec_per_call=5.00");

        assertThat(stats.scripts().micros()).isEqualTo(200);
        assertThat(stats.scripts().calls()).isEqualTo(10);
    }

    @Test
    void whatWasBeforeIsTakenOff() {
        CommandStats before = stats("cmdstat_evalsha:calls=10,usec=200,usec_per_call=20.00");
        CommandStats after = stats(
                "cmdstat_evalsha:calls=15,usec=300,usec_per_call=20.00", "cmdstat_get:calls=2,usec=4,usec_per_call=2");

        assertThat(after.since(before).scripts()).isEqualTo(new CommandStats.Line(5, 100));
        assertThat(after.since(before).line("get")).isEqualTo(new CommandStats.Line(2, 4));
    }

    @Test
    void pingsAndTheBenchmarksOwnQuestionsAreNoCalls() {
        CommandStats stats = stats(
                "cmdstat_info:calls=3,usec=200,usec_per_call=20.00", "cmdstat_ping:calls=3,usec=9,usec_per_call=3");

        assertThat(stats.calls()).isZero();
    }

    /** Six buckets that exist, of ten: each costs a GET and a script that calls GET; four are new: a GET and a SET. */
    @Test
    void getsOfBucket4jAreSplit_betweenThoseItSentAndThoseOfItsScript() {
        CommandStats onRedisson = stats(
                "cmdstat_get:calls=16,usec=32,usec_per_call=2.00",
                "cmdstat_set:calls=4,usec=12,usec_per_call=3.00",
                "cmdstat_evalsha:calls=6,usec=60,usec_per_call=10.00",
                "cmdstat_psetex:calls=6,usec=18,usec_per_call=3.00");
        CommandStats onLettuce = stats(
                "cmdstat_get:calls=16,usec=32,usec_per_call=2.00",
                "cmdstat_set:calls=4,usec=12,usec_per_call=3.00",
                "cmdstat_eval:calls=10,usec=100,usec_per_call=10.00",
                "cmdstat_psetex:calls=6,usec=18,usec_per_call=3.00");

        assertThat(Bucket.redisMicrosOnRedisson(onRedisson)).isEqualTo(60 + 12 + 10 * 2);
        assertThat(Bucket.redisMicrosOnLettuce(onLettuce)).isEqualTo(100 + 10 * 2);
    }
}
