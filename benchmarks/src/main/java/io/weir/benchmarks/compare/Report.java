package io.weir.benchmarks.compare;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** What is told: on standard output at once, and as Markdown in the end. */
final class Report {

    private final StringBuilder markdown = new StringBuilder();

    /** A paragraph. */
    void words(String text) {
        System.out.println(text + "\n");
        markdown.append(text).append("\n\n");
    }

    void table(String title, Table table) {
        System.out.println(title + "\n" + table.text());
        markdown.append("**")
                .append(title)
                .append("**\n\n")
                .append(table.markdown())
                .append('\n');
    }

    /** A picture beside the file that {@link #write} writes; only in Markdown. */
    void picture(String words, Path file) {
        markdown.append("![")
                .append(words)
                .append("](")
                .append(file.getFileName())
                .append(")\n\n");
    }

    /** A line for programs; Markdown does without. */
    void line(String text) {
        System.out.println(text);
    }

    /** After lines. */
    void gap() {
        System.out.println();
    }

    /**
     * Puts the Markdown into a file: between {@code <!-- begin NAME -->} and {@code <!-- end NAME -->} where it has these
     * lines, else as the whole file.
     *
     * @throws IOException if it cannot be read or written
     */
    void write(Path file, String name) throws IOException {
        String begin = "<!-- begin " + name + " -->\n";
        String end = "<!-- end " + name + " -->";
        String before = Files.exists(file) ? Files.readString(file) : "";
        int from = before.indexOf(begin);
        int to = before.indexOf(end, Math.max(from, 0)); // its options name both lines further up
        String text = from >= 0 && to > from
                ? before.substring(0, from + begin.length()) + "\n" + markdown + before.substring(to)
                : markdown.toString();
        Files.writeString(file, text);
    }
}
