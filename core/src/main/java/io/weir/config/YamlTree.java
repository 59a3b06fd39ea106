package io.weir.config;

import java.io.StringReader;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.error.Mark;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;
import org.yaml.snakeyaml.nodes.Tag;
import org.yaml.snakeyaml.reader.ReaderException;

/**
 * Makes a {@link Tree} of YAML text.
 *
 * <p>SnakeYAML composes nodes and constructs nothing, so no tag can make a Java object. Aliases, depth and size are
 * bounded. Types are not guessed: {@code 1e3}, {@code yes} and {@code 2026-01-01} stay the texts that they are.
 */
final class YamlTree {

    private static final int MAX_CHARACTERS = 1_000_000;
    private static final int MAX_DEPTH = 20;
    private static final int MAX_ALIASES = 20;

    /** What a plain value may turn out to be; all are read as text. */
    private static final Set<Tag> PLAIN =
            Set.of(Tag.STR, Tag.INT, Tag.FLOAT, Tag.BOOL, Tag.NULL, Tag.TIMESTAMP, Tag.SEQ, Tag.MAP);

    private final String source;
    private final Variables variables;
    private final Problems problems;
    private final IdentityHashMap<Node, Optional<Tree>> made = new IdentityHashMap<>(); // empty: in the making

    private YamlTree(String source, Variables variables, Problems problems) {
        this.source = source;
        this.variables = variables;
        this.problems = problems;
    }

    /**
     * Reads one document.
     *
     * @param source how messages call it
     * @return unusable if the text is no such document; the problems say why
     */
    static Tree read(String text, String source, Variables variables, Problems problems) {
        return new YamlTree(source, variables, problems).document(text);
    }

    private Tree document(String text) {
        LoaderOptions options = new LoaderOptions();
        options.setMaxAliasesForCollections(MAX_ALIASES);
        options.setNestingDepthLimit(MAX_DEPTH);
        options.setCodePointLimit(MAX_CHARACTERS);
        options.setAllowDuplicateKeys(false);
        try {
            Node root = new Yaml(options).compose(new StringReader(text));
            return root == null ? new Tree.Nothing(Place.whole(source)) : tree(root);
        } catch (MarkedYAMLException e) {
            Mark mark = e.getProblemMark() == null ? e.getContextMark() : e.getProblemMark();
            String context = e.getContext() == null ? "" : e.getContext() + ", ";
            problems.add(
                    "YAML cannot be read: " + context + e.getProblem() + hint(e.getProblem()),
                    mark == null ? Place.whole(source) : place(mark));
        } catch (ReaderException e) {
            problems.add(
                    "YAML cannot be read: the character U+%04X is not allowed".formatted(e.getCodePoint()),
                    place(text, e.getPosition()));
        } catch (YAMLException e) {
            problems.add("YAML cannot be read: " + e.getMessage(), Place.whole(source));
        }
        return new Tree.Unusable(Place.whole(source));
    }

    /** For {@code [/users/{id}]}, which looks right and is not YAML. */
    private static String hint(String problem) {
        return problem.endsWith("got {")
                ? "; inside [ ] a text with braces needs quotes, for instance \"/users/{id}\""
                : "";
    }

    private Tree tree(Node node) {
        Optional<Tree> known = made.get(node);
        if (known == null) {
            made.put(node, Optional.empty());
            known = Optional.of(make(node));
            made.put(node, known);
        }
        return known.orElseGet(() -> {
            problems.add("the value contains itself", place(node.getStartMark()));
            return new Tree.Unusable(place(node.getStartMark()));
        });
    }

    private Tree make(Node node) {
        Place place = place(node.getStartMark());
        if (!PLAIN.contains(node.getTag())) {
            problems.add(
                    "the tag '" + node.getTag().getValue() + "' is not supported; allowed: values without tags", place);
            return new Tree.Unusable(place);
        }
        if (node instanceof ScalarNode scalar) {
            return scalar(scalar, place);
        }
        if (node instanceof SequenceNode sequence) {
            List<Tree> items = new ArrayList<>();
            for (Node item : sequence.getValue()) {
                items.add(tree(item));
            }
            return new Tree.Items(List.copyOf(items), place);
        }
        return entries(((MappingNode) node).getValue(), place);
    }

    private Tree scalar(ScalarNode node, Place place) {
        if (node.getTag().equals(Tag.NULL)) {
            return new Tree.Nothing(place);
        }
        String filled = problems.check(place, () -> variables.fill(node.getValue()));
        return filled == null ? new Tree.Unusable(place) : new Tree.Text(filled, place);
    }

    private Tree entries(List<NodeTuple> tuples, Place place) {
        List<Tree.Entry> entries = new ArrayList<>();
        Map<String, Place> seen = new HashMap<>();
        for (NodeTuple tuple : tuples) {
            Place keyPlace = place(tuple.getKeyNode().getStartMark());
            if (!(tuple.getKeyNode() instanceof ScalarNode key)) {
                problems.add("a key is a list or a map; allowed: a word", keyPlace);
                continue;
            }
            if (key.getTag().equals(Tag.MERGE)) {
                problems.add("merging with '<<' is not supported; allowed: the keys themselves", keyPlace);
                continue;
            }
            Place first = seen.putIfAbsent(key.getValue(), keyPlace);
            if (first != null) {
                problems.add(
                        "'" + key.getValue() + "' stands here again, first on line " + first.line() + "; allowed: once",
                        keyPlace);
                continue;
            }
            entries.add(new Tree.Entry(key.getValue(), keyPlace, tree(tuple.getValueNode())));
        }
        return new Tree.Entries(List.copyOf(entries), place);
    }

    private Place place(Mark mark) {
        return new Place(source, mark.getLine() + 1, mark.getColumn() + 1);
    }

    private Place place(String text, int position) {
        String before = text.substring(0, Math.min(position, text.length()));
        int line = 1 + (int) before.chars().filter(c -> c == '\n').count();
        return new Place(source, line, before.length() - before.lastIndexOf('\n'));
    }
}
