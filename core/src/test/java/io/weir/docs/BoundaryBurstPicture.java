package io.weir.docs;

import static io.weir.docs.BoundaryBurst.EDGE;
import static io.weir.docs.BoundaryBurst.LENGTH;
import static io.weir.docs.BoundaryBurst.LIMIT;
import static io.weir.docs.Svg.number;

import io.weir.Algorithm;
import io.weir.docs.BoundaryBurst.Answer;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;

/**
 * Draws {@link BoundaryBurst} as an SVG of two panels, fixed window above and log below: the permits that the last minute
 * holds, and beneath them each second's requests.
 */
final class BoundaryBurstPicture {

    private static final Instant FROM = EDGE.minusSeconds(30);
    private static final Instant TO = EDGE.plusSeconds(80);
    private static final DateTimeFormatter CLOCK = DateTimeFormatter.ofPattern("HH:mm:ss");

    private static final int WIDTH = 800;
    private static final int LEFT = 56;
    private static final double PER_SECOND = 6.5;
    private static final int RIGHT = LEFT + 715;
    private static final double PER_PERMIT = 0.6;
    private static final double PER_REQUEST = 2;
    private static final int PANEL = 224;
    private static final int BASE = 150; // of the curve, from the top of its panel
    private static final int BARS = 196; // likewise

    private final Svg svg = new Svg();

    private BoundaryBurstPicture() {}

    /** The whole file. */
    static String draw() {
        return new BoundaryBurstPicture().picture();
    }

    private String picture() {
        BoundaryBurst fixed = new BoundaryBurst(Algorithm.FixedWindow.ofClock());
        BoundaryBurst log = new BoundaryBurst(Algorithm.slidingWindowLog());
        svg.begin(
                WIDTH,
                36 + 2 * PANEL + 8,
                "The boundary burst",
                "Limit 100 per minute. A client sends 100 requests in the ten seconds before " + clock(EDGE)
                        + " and 100 in the ten seconds after. The fixed window admits all: " + fixed.peak()
                        + " within a minute. The sliding window log admits the first 100 and refuses the second: never more"
                        + " than " + log.peak() + " within a minute.");
        svg.text(LEFT, 26, "title", "100 requests before the edge of a minute, 100 after it; limit 100 per minute");
        panel(36, "fixed-window", fixed);
        panel(36 + PANEL, "sliding-window-log", log);
        axis(36 + 2 * PANEL);
        return svg.end();
    }

    private void panel(int top, String name, BoundaryBurst burst) {
        int base = top + BASE;
        for (int permits : List.of(0, 100, 200)) {
            svg.line("<path class=\"grid\" d=\"M%d %sH%d\"/>", LEFT, number(y(base, permits)), RIGHT);
            svg.text(LEFT - 8, y(base, permits) + 4, "soft end", Integer.toString(permits));
        }
        svg.line("<path class=\"edge\" d=\"M%s %sV%d\"/>", number(x(EDGE)), number(y(base, 200)), top + BARS);
        svg.text(x(EDGE) + 6, base + 16, "soft", "edge of the minute");
        curve(top, name, burst);
        svg.text(LEFT, top + 22, "", "<tspan class=\"name\">" + name + "</tspan>: admitted in the last 60 s");
        svg.text(RIGHT, y(base, LIMIT.permits()) - 6, "bad end", "limit " + LIMIT.permits());
        svg.line("<path class=\"limit\" d=\"M%d %sH%d\"/>", LEFT, number(y(base, LIMIT.permits())), RIGHT);
        boolean broken = burst.peak() > LIMIT.permits();
        svg.text(
                x(EDGE.plusSeconds(30)),
                y(base, burst.peak()) - 7,
                broken ? "bad middle" : "middle",
                burst.peak() + " within a minute");
        bars(top + BARS, burst);
    }

    /** What the last minute holds, second by second; straight lines need only their ends. */
    private void curve(int top, String name, BoundaryBurst burst) {
        StringBuilder points = new StringBuilder();
        long before = 0;
        for (Instant at = FROM; at.isBefore(TO); at = at.plusSeconds(1)) {
            long now = burst.admittedInTheWindowOf(at);
            long next = burst.admittedInTheWindowOf(at.plusSeconds(1));
            if (next - now != now - before) {
                points.append(number(x(at)))
                        .append(' ')
                        .append(number(y(top + BASE, now)))
                        .append(' ');
            }
            before = now;
        }
        int base = top + BASE;
        double limit = y(base, LIMIT.permits());
        String path = "M" + LEFT + " " + base + "L" + points + RIGHT + " " + base;
        svg.line(
                "<clipPath id=\"over-%s\"><path d=\"M%d %dH%dV%sH%dz\"/></clipPath>",
                name, LEFT, top, RIGHT, number(limit), LEFT);
        svg.line("<path class=\"area\" d=\"%s\"/>", path);
        svg.line("<path class=\"over\" clip-path=\"url(#over-%s)\" d=\"%s\"/>", name, path);
        svg.line("<path class=\"curve\" d=\"%s\"/>", path);
    }

    private void bars(int base, BoundaryBurst burst) {
        svg.line("<path class=\"grid\" d=\"M%d %dH%d\"/>", LEFT, base, RIGHT);
        for (Instant at = FROM; at.isBefore(TO); at = at.plusSeconds(1)) {
            long admitted = burst.answers(at, at.plusSeconds(1))
                    .filter(Answer::admitted)
                    .count();
            long refused = burst.answers(at, at.plusSeconds(1)).count() - admitted;
            bar("admitted", at, base, 0, admitted);
            bar("refused", at, base, admitted, refused);
        }
        svg.text(RIGHT, base - 4, "soft end", "requests per second");
        svg.text(
                x(EDGE.minus(LENGTH)) - 8,
                base - 4,
                "end",
                told(burst.answers(FROM, EDGE).toList()));
        svg.text(
                x(EDGE.plus(LENGTH)) + 8,
                base - 4,
                "",
                told(burst.answers(EDGE, TO).toList()));
    }

    private void bar(String kind, Instant at, int base, long from, long count) {
        if (count > 0) {
            svg.line(
                    "<rect class=\"%s\" x=\"%s\" y=\"%s\" width=\"%s\" height=\"%s\"/>",
                    kind,
                    number(x(at) + 0.5),
                    number(base - (from + count) * PER_REQUEST),
                    number(PER_SECOND - 1.5),
                    number(count * PER_REQUEST));
        }
    }

    private static String told(List<Answer> answers) {
        long admitted = answers.stream().filter(Answer::admitted).count();
        long refused = answers.size() - admitted;
        if (refused == 0) {
            return admitted + " admitted";
        }
        Duration longest = answers.stream()
                .map(Answer::retryAfter)
                .max(Duration::compareTo)
                .orElseThrow();
        return (admitted > 0 ? admitted + " admitted, " : "") + refused + " refused, told to wait up to "
                + longest.toSeconds() + " s";
    }

    private void axis(int y) {
        for (Instant at = FROM.plusSeconds(10); at.isBefore(TO); at = at.plusSeconds(20)) {
            svg.text(x(at), y - 8, "soft middle", clock(at));
        }
    }

    private static String clock(Instant at) {
        return LocalTime.ofInstant(at, ZoneOffset.UTC).format(CLOCK);
    }

    private static double x(Instant at) {
        return LEFT + Duration.between(FROM, at).toMillis() / 1000.0 * PER_SECOND;
    }

    private static double y(int base, long permits) {
        return base - permits * PER_PERMIT;
    }
}
