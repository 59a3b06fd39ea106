package io.weir.docs;

import java.util.Locale;

/** Writes a picture line by line, in colours for light and dark. */
final class Svg {

    private static final String STYLE = """
            <style>
              text { font: 13px system-ui, -apple-system, "Segoe UI", Roboto, Helvetica, Arial, sans-serif; fill: #1f2328 }
              .title { font-size: 16px; font-weight: 600 } .name { font-weight: 600 } .end { text-anchor: end }
              .middle { text-anchor: middle } .soft { fill: #59636e; font-size: 12px }
              .paper { fill: #ffffff } .grid { stroke: #d1d9e0 } .edge { stroke: #59636e }
              .limit { stroke: #bc4c00; stroke-width: 1.5; stroke-dasharray: 6 4 } .bad { fill: #bc4c00 }
              .area { fill: #0969da; fill-opacity: .15 } .over { fill: #bc4c00; fill-opacity: .35 }
              .curve { fill: none; stroke: #0969da; stroke-width: 2; stroke-linejoin: round }
              .admitted { fill: #0969da } .refused { fill: none; stroke: #bc4c00; stroke-width: 1.2 }
              @media (prefers-color-scheme: dark) {
                text { fill: #e6edf3 } .soft { fill: #9198a1 }
                .paper { fill: #0d1117 } .grid { stroke: #30363d } .edge { stroke: #9198a1 }
                .limit { stroke: #f0883e } .bad { fill: #f0883e } .over { fill: #f0883e }
                .area { fill: #4493f8 } .curve { stroke: #4493f8 }
                .admitted { fill: #4493f8 } .refused { stroke: #f0883e }
              }
            </style>
            """;

    private final StringBuilder svg = new StringBuilder();

    /** The head, with what a screen reader says, and the paper. */
    void begin(int width, int height, String title, String description) {
        line("""
                <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" role="img" aria-labelledby="title desc">
                <title id="title">%s</title>
                <desc id="desc">%s</desc>""", width, height, title, description);
        svg.append(STYLE);
        line("<rect class=\"paper\" width=\"%d\" height=\"%d\"/>", width, height);
    }

    void text(double x, double y, String kind, String words) {
        line("<text class=\"%s\" x=\"%s\" y=\"%s\">%s</text>", kind, number(x), number(y), words);
    }

    void line(String format, Object... values) {
        svg.append(String.format(Locale.ROOT, format, values)).append('\n');
    }

    /** The whole file. */
    String end() {
        line("</svg>");
        return svg.toString();
    }

    /** With a decimal where it has one. */
    static String number(double value) {
        return value == Math.rint(value) ? Long.toString((long) value) : String.format(Locale.ROOT, "%.1f", value);
    }
}
