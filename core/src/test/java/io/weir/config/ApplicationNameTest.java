package io.weir.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.Limit;
import java.util.List;
import org.junit.jupiter.api.Test;

class ApplicationNameTest {

    @Test
    void nameIsTheContextPath_whenThatIsAName() {
        assertThat(ApplicationName.of("/shop", "The shop")).isEqualTo("shop");
        assertThat(ApplicationName.of("/Shop-2_b", null)).isEqualTo("Shop-2_b");
    }

    @Test
    void nameIsReadableAndHasADigest_whenContextPathIsNoName() {
        assertThat(ApplicationName.of("/shop/v1", null)).matches("shop-v1-[0-9a-f]{8}");
        assertThat(ApplicationName.of("/1/ü", null)).matches("app-[0-9a-f]{8}");
        assertThat(ApplicationName.of("/" + "long".repeat(20), null)).matches("[long]{39}-[0-9a-f]{8}");
    }

    @Test
    void nameIsTheDisplayName_whenApplicationIsAtTheRoot() {
        assertThat(ApplicationName.of("", "The shop!")).matches("The-shop-[0-9a-f]{8}");
        assertThat(ApplicationName.of("", null)).isEqualTo("default");
        assertThat(ApplicationName.of("", " ")).isEqualTo("default");
    }

    @Test
    void namesAreDistinctAndAllowed_whenApplicationsAreAlike() {
        List<String> names = List.of(
                ApplicationName.of("/a/b", null),
                ApplicationName.of("/a-b", null),
                ApplicationName.of("/a.b", null),
                ApplicationName.of("/a//b", null),
                ApplicationName.of("/default", null),
                ApplicationName.of("", null),
                ApplicationName.of("", "a-b"),
                ApplicationName.of("", "default"));
        assertThat(names).doesNotHaveDuplicates().allSatisfy(Limit::checkName);
    }
}
