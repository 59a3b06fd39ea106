package io.weir.benchmarks.compare;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

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
     * Puts the Markdown into a file: between the lines {@code <!-- begin NAME -->} and {@code <!-- end NAME -->} where it has
     * them, else at its end. Nothing else of the file changes.
     *
     * @throws IOException if it cannot be read or written
     */
    void write(Path file, String name) throws IOException {
        Files.writeString(file, into(Files.exists(file) ? Files.readString(file) : "", name));
    }

    /** The text with the Markdown in its place. Where a sentence names the marks it is no place. */
    String into(String text, String name) {
        Matcher marked = Pattern.compile(
                        "^(<!-- begin " + name + " -->\n).*?^(<!-- end " + name + " -->)$",
                        Pattern.MULTILINE | Pattern.DOTALL)
                .matcher(text);
        if (!marked.find()) {
            return text + markdown;
        }
        return text.substring(0, marked.end(1)) + "\n" + markdown + text.substring(marked.start(2));
    }
}
