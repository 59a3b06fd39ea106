package io.weir.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.redisson.config.Config;

class RedisUrlTest {

    @ParameterizedTest
    @CsvSource({
        "redis://localhost, redis://localhost:6379, , , 0",
        "redis://localhost:7000/, redis://localhost:7000, , , 0",
        "REDISS://cache.example:7000/3, rediss://cache.example:7000, , , 3",
        "redis://my_redis, redis://my_redis:6379, , , 0",
        "redis://[::1]:7000, redis://[::1]:7000, , , 0",
        "redis://alice:secret@localhost, redis://localhost:6379, alice, secret, 0",
        "redis://:secret@localhost, redis://localhost:6379, , secret, 0",
        "redis://secret@localhost, redis://localhost:6379, , secret, 0",
        "redis://a%3Ab:s%40%2f%25@localhost, redis://localhost:6379, a:b, s@/%, 0",
        "redis://:p@ss/w+rd:%@localhost/1, redis://localhost:6379, , p@ss/w+rd:%, 1",
    })
    void everyPartIsRead(String url, String address, String user, String password, int database) {
        Config config = RedisUrl.parse(url).config();

        assertThat(config.useSingleServer().getAddress()).isEqualTo(address);
        assertThat(config.useSingleServer().getDatabase()).isEqualTo(database);
        assertThat(config.getUsername()).isEqualTo(user);
        assertThat(config.getPassword()).isEqualTo(password);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://:sesame@localhost",
                "redis:/sesame@localhost",
                "redis://:sesame@",
                "redis://:sesame@local host",
                "redis://:sesame@localhost:port",
                "redis://:sesame@localhost:0",
                "redis://:sesame@localhost:99999",
                "redis://:sesame@localhost/x",
                "redis://:sesame@localhost?db=1",
                "redis://:sesame@::1:6379",
            })
    void theRefusalSaysWhatIsAllowedAndKeepsThePassword(String url) {
        assertThatThrownBy(() -> RedisUrl.parse(url))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("allowed: ")
                .hasMessageNotContaining("sesame");
    }

    @Test
    void theTextKeepsUserAndPassword() {
        assertThat(RedisUrl.parse("redis://alice:secret@localhost/2")).hasToString("redis://localhost:6379/2");
    }
}
