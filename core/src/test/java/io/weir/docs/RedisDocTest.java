package io.weir.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.redisson.config.Config;

/** What {@code docs/redis.md} derives from elsewhere. */
class RedisDocTest {

    @Test
    void memoryOfAHundredThousandClientsFollowsFromTheTableOfAlgorithms() {
        String text = Docs.read("redis.md").replace('\n', ' ');
        new AlgorithmsDoc().overview().forEach((word, cells) -> {
            String[] numberAndUnit = cells.get(1).split(" ", 2);
            double bytes = Double.parseDouble(numberAndUnit[0])
                    * Map.of("B", 1, "KB", 1000).get(numberAndUnit[1]);
            String total = Math.round(bytes * 100_000 / 1_000_000) + " MB";
            assertThat(text).containsPattern(total + " with (`[a-z-]+` or )?`" + word + "`");
        });
    }

    @Test
    void redissonReadsItsFile() {
        assertThat(Config.fromYAML(Docs.read("redisson-sentinel.yaml")).isSentinelConfig())
                .isTrue();
    }
}
