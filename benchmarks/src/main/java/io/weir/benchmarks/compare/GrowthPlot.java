package io.weir.benchmarks.compare;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Draws curves as an SVG, a panel for each, in colours for light and dark. */
final class GrowthPlot {

    private static final String STYLE = """
            <style>
              text { font: 13px system-ui, -apple-system, "Segoe UI", Roboto, Helvetica, Arial, sans-serif; fill: #1f2328 }
              .title { font-size: 16px; font-weight: 600 } .name { font-weight: 600 } .end { text-anchor: end }
              .middle { text-anchor: middle } .soft { fill: #59636e; font-size: 12px }
              .paper { fill: #ffffff } .grid { stroke: #d1d9e0 }
              .weir, .evalsha { fill: none; stroke-width: 2; stroke-linejoin: round }
              .weir { stroke: #0969da } .evalsha { stroke: #bc4c00; stroke-dasharray: 6 4 }
              .weir-dot, .weir-name { fill: #0969da } .evalsha-dot, .evalsha-name { fill: #bc4c00 }
              @media (prefers-color-scheme: dark) {
                text { fill: #e6edf3 } .soft { fill: #9198a1 }
                .paper { fill: #0d1117 } .grid { stroke: #30363d }
                .weir { stroke: #4493f8 } .evalsha { stroke: #f0883e }
                .weir-dot, .weir-name { fill: #4493f8 } .evalsha-dot, .evalsha-name { fill: #f0883e }
              }
            </style>
            """;

    private static final int WIDTH = 820;
    private static final int TOP = 44;
    private static final int PANEL_WIDTH = 400;
    private static final int PANEL_HEIGHT = 250;
    private static final int LEFT = 62; // of the curves, from the left of their panel
    private static final int RIGHT = 380;
    private static final int UPPER = 44; // likewise, from its top
    private static final int BASE = 196;

    private final StringBuilder svg = new StringBuilder();

    private GrowthPlot() {}

    /** The whole file. */
    static String draw(List<Curve> curves) {
        return new GrowthPlot().picture(curves);
    }

    private String picture(List<Curve> curves) {
        int height = TOP + (curves.size() + 1) / 2 * PANEL_HEIGHT;
        line(
                """
                <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" role="img" aria-labelledby="title desc">
                <title id="title">How Weir grows</title>
                <desc id="desc">Decisions per second of Weir and of one evalSha per request against %s.</desc>""",
                WIDTH, height, curves.stream().map(curve -> curve.axis().name()).collect(Collectors.joining(", ")));
        svg.append(STYLE);
        line("<rect class=\"paper\" width=\"%d\" height=\"%d\"/>", WIDTH, height);
        line("<text class=\"title\" x=\"16\" y=\"28\">Decisions per second: <tspan class=\"weir-name\">Weir</tspan> and"
                + " <tspan class=\"evalsha-name\">one evalSha per request</tspan></text>");
        for (int i = 0; i < curves.size(); i++) {
            line("<g transform=\"translate(%d %d)\">", i % 2 * PANEL_WIDTH, TOP + i / 2 * PANEL_HEIGHT);
            panel(curves.get(i));
            line("</g>");
        }
        line("</svg>");
        return svg.toString();
    }

    private void panel(Curve curve) {
        double step = step(curve.highest());
        double top = Math.max(step, Math.ceil(curve.highest() / step) * step);
        text(LEFT, 20, "name", curve.axis().name());
        text(LEFT, 36, "soft", curve.axis().rest());
        for (double value = 0; value <= top; value += step) {
            double y = y(value, top);
            line("<path class=\"grid\" d=\"M%d %sH%d\"/>", LEFT, number(y), RIGHT);
            text(LEFT - 8, y + 4, "soft end", Table.whole(value));
        }
        int points = curve.axis().points().size();
        for (int i = 0; i < points; i++) {
            text(
                    x(i, points),
                    BASE + 18,
                    "soft middle",
                    curve.axis().points().get(i).label());
        }
        curve("evalsha", curve.evalSha(), top);
        curve("weir", curve.weir(), top);
    }

    private void curve(String kind, double[] values, double top) {
        StringBuilder path = new StringBuilder();
        for (int i = 0; i < values.length; i++) {
            path.append(i == 0 ? 'M' : 'L')
                    .append(number(x(i, values.length)))
                    .append(' ')
                    .append(number(y(values[i], top)));
        }
        line("<path class=\"%s\" d=\"%s\"/>", kind, path);
        for (int i = 0; i < values.length; i++) {
            line(
                    "<circle class=\"%s-dot\" cx=\"%s\" cy=\"%s\" r=\"3.5\"><title>%s</title></circle>",
                    kind, number(x(i, values.length)), number(y(values[i], top)), Table.whole(values[i]));
        }
    }

    /** A round number, of which three to six reach the highest value. */
    private static double step(double highest) {
        double power = Math.pow(10, Math.floor(Math.log10(Math.max(1, highest))));
        double leading = highest / power;
        return leading <= 1.5 ? power / 4 : leading <= 3 ? power / 2 : leading <= 6 ? power : 2 * power;
    }

    private static double x(int point, int points) {
        double margin = 20;
        return LEFT + margin + (RIGHT - LEFT - 2 * margin) * point / Math.max(1, points - 1);
    }

    private static double y(double value, double top) {
        return BASE - (BASE - UPPER - 8) * value / top;
    }

    private void text(double x, double y, String kind, String words) {
        line("<text class=\"%s\" x=\"%s\" y=\"%s\">%s</text>", kind, number(x), number(y), words);
    }

    private void line(String format, Object... values) {
        svg.append(String.format(Locale.ROOT, format, values)).append('\n');
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, "%.1f", value);
    }
}
