package io.weir.benchmarks.compare;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TableTest {

    @Test
    void ratiosHaveTwoDecimals_orMoreWhereTheseWouldSayNothing() {
        assertThat(Table.ratio(2.497)).isEqualTo("2.50");
        assertThat(Table.ratio(0.1)).isEqualTo("0.10");
        assertThat(Table.ratio(0.0523)).isEqualTo("0.052");
        assertThat(Table.ratio(0.000741)).isEqualTo("0.00074");
        assertThat(Table.ratio(0)).isEqualTo("0.00");
    }

    @Test
    void columnsAreAligned_asText() {
        Table table = new Table("", "a");
        table.row("x", "1 000");

        assertThat(table.text()).isEqualTo("""
                       a
                x  1 000
                """);
        assertThat(table.markdown()).isEqualTo("""
                |  | a |
                |---|--:|
                | x | 1 000 |
                """);
    }
}
