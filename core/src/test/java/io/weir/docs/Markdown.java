package io.weir.docs;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A Markdown file, as far as tests want to know: its blocks of code, links, headings and tables. */
public final class Markdown {

    /**
     * A fenced block.
     *
     * @param place the file and the line at which it begins
     * @param language what stands behind the fence; empty for none
     * @param before the line before it
     * @param lines what is in it
     */
    record Block(String place, String language, String before, List<String> lines) {

        /** What the comment before it says of it, for instance the file in {@code cut from file}. */
        Optional<String> said(Pattern comment) {
            return Optional.of(comment.matcher(before)).filter(m -> m.matches()).map(m -> m.group(1));
        }

        @Override
        public String toString() {
            return place;
        }
    }

    private static final String FENCE = "```";
    private static final Pattern LINK = Pattern.compile("\\]\\(([^)\\s]+)\\)");
    private static final Pattern CODE = Pattern.compile("`[^`]+`");
    private static final Pattern LINK_TEXT = Pattern.compile("\\[([^]]*)]\\([^)]*\\)");

    private final Path file;
    private final List<Block> blocks = new ArrayList<>();

    /** The lines outside of blocks. */
    private final List<String> prose = new ArrayList<>();

    private Markdown(Path file) {
        this.file = file;
        List<String> lines = Docs.read(file).lines().toList();
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i);
            if (line.startsWith(FENCE)) {
                int end = i + 1 + lines.subList(i + 1, lines.size()).indexOf(FENCE);
                if (end == i) {
                    throw new IllegalStateException(file + ":" + (i + 1) + " begins a block that has no end");
                }
                String place = Docs.root().relativize(file) + ":" + (i + 1);
                String before = i == 0 ? "" : lines.get(i - 1);
                blocks.add(new Block(
                        place, line.substring(FENCE.length()).strip(), before, List.copyOf(lines.subList(i + 1, end))));
                i = end;
            } else {
                prose.add(line);
            }
        }
    }

    static Markdown of(Path file) {
        return new Markdown(file);
    }

    /** A file of {@code docs/}. */
    public static Markdown ofDocs(String name) {
        return of(Docs.path(name));
    }

    List<Block> blocks() {
        return blocks;
    }

    /** Where its links lead, as written; pictures too. */
    List<String> links() {
        String text = CODE.matcher(String.join("\n", prose)).replaceAll("");
        return LINK.matcher(text).results().map(found -> found.group(1)).toList();
    }

    /** The anchors of its headings, as GitHub makes them. */
    Set<String> anchors() {
        Set<String> anchors = new HashSet<>();
        for (String line : prose) {
            if (line.startsWith("#")) {
                String heading = LINK_TEXT.matcher(line.replaceFirst("#+ ", "")).replaceAll("$1");
                String anchor = heading.toLowerCase(Locale.ROOT)
                        .replaceAll("[^\\p{L}\\p{N} _-]", "")
                        .replace(' ', '-');
                String one = anchor;
                for (int again = 1; !anchors.add(one); again++) {
                    one = anchor + "-" + again;
                }
            }
        }
        return anchors;
    }

    /** The first table below a heading, row by row, without its first two lines; cells are stripped. */
    public List<List<String>> table(String heading) {
        return prose.stream()
                .dropWhile(line -> !line.matches("#+ " + Pattern.quote(heading)))
                .dropWhile(line -> !line.startsWith("|"))
                .takeWhile(line -> line.startsWith("|"))
                .skip(2)
                .map(Markdown::cells)
                .toList();
    }

    /** A {@code |} of a cell's own has a backslash before it. */
    private static List<String> cells(String row) {
        return Stream.of(row.substring(1, row.lastIndexOf('|')).split("(?<!\\\\)\\|", -1))
                .map(cell -> cell.replace("\\|", "|").strip())
                .toList();
    }

    /** What of a cell is code, without the marks. */
    public static List<String> code(String cell) {
        return CODE.matcher(cell)
                .results()
                .map(MatchResult::group)
                .map(code -> code.substring(1, code.length() - 1))
                .collect(Collectors.toList());
    }

    @Override
    public String toString() {
        return Docs.root().relativize(file).toString();
    }
}
