package io.weir.benchmarks.compare;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Rows under a heading, as text and as Markdown; the first column is words, the others are numbers. */
final class Table {

    private final List<String> heads;
    private final List<List<String>> rows = new ArrayList<>();

    Table(String... heads) {
        this.heads = List.of(heads);
    }

    void row(String... cells) {
        rows.add(List.of(cells));
    }

    String text() {
        int[] widths = new int[heads.size()];
        for (List<String> row : all()) {
            for (int i = 0; i < widths.length; i++) {
                widths[i] = Math.max(widths[i], row.get(i).length());
            }
        }
        StringBuilder text = new StringBuilder();
        for (List<String> row : all()) {
            for (int i = 0; i < widths.length; i++) {
                String pad = " ".repeat(widths[i] - row.get(i).length());
                text.append(i == 0 ? row.get(i) + pad : "  " + pad + row.get(i));
            }
            text.append('\n');
        }
        return text.toString();
    }

    String markdown() {
        StringBuilder text = new StringBuilder();
        for (List<String> row : rows) {
            text.append("| ").append(String.join(" | ", row)).append(" |\n");
        }
        return "| " + String.join(" | ", heads) + " |\n|---|" + "--:|".repeat(heads.size() - 1) + "\n" + text;
    }

    private List<List<String>> all() {
        List<List<String>> all = new ArrayList<>();
        all.add(heads);
        all.addAll(rows);
        return all;
    }

    /** Whole, with a space before every thousand. */
    static String whole(double value) {
        return String.format(Locale.ROOT, "%,d", Math.round(value)).replace(',', ' ');
    }

    static String decimals(double value, int places) {
        return String.format(Locale.ROOT, "%." + places + "f", value);
    }

    /** With two decimals, or as many as it takes for two digits that say something. */
    static String ratio(double value) {
        int places = 2;
        for (double rest = Math.abs(value); rest > 0 && rest < 0.1 && places < 8; rest *= 10) {
            places++;
        }
        return decimals(value, places);
    }
}
