package io.weir.benchmarks.compare;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What {@code INFO commandstats} says: calls of every command and the microseconds that Redis spent in them.
 *
 * <p>Redis counts a command that a script calls twice: in its own line and in that of the script. Here only what a client
 * sent counts: scripts whole, and of other commands those calls that no script made ({@link Entrant#redisMicros()}).
 */
record CommandStats(Map<String, Line> lines) {

    /** Of one command. */
    record Line(long calls, long micros) {

        private static final Line NONE = new Line(0, 0);

        /** Microseconds of some of these calls, at the average price of all. */
        double microsOf(long some) {
            return calls == 0 ? 0 : (double) micros * Math.max(0, some) / calls;
        }
    }

    private static final Pattern LINE = Pattern.compile("cmdstat_([^:]+):calls=(\\d+),usec=(\\d+)");

    /** What is no decision's: the benchmark's own questions, and the clients' pings. */
    private static final Set<String> HOUSEKEEPING = Set.of("info", "ping");

    static CommandStats parse(String info) {
        Map<String, Line> lines = new HashMap<>();
        Matcher matcher = LINE.matcher(info);
        while (matcher.find()) {
            lines.put(matcher.group(1), new Line(Long.parseLong(matcher.group(2)), Long.parseLong(matcher.group(3))));
        }
        return new CommandStats(Map.copyOf(lines));
    }

    CommandStats since(CommandStats before) {
        Map<String, Line> difference = new HashMap<>();
        lines.forEach((command, line) -> {
            Line old = before.line(command);
            difference.put(command, new Line(line.calls - old.calls, line.micros - old.micros));
        });
        return new CommandStats(Map.copyOf(difference));
    }

    /** All calls, nested ones included, but not housekeeping: zero means that Redis was left alone. */
    long calls() {
        long calls = 0;
        for (Map.Entry<String, Line> entry : lines.entrySet()) {
            calls += HOUSEKEEPING.contains(entry.getKey()) ? 0 : entry.getValue().calls;
        }
        return calls;
    }

    /** All scripts, with what they call. */
    Line scripts() {
        Line eval = line("eval");
        Line evalSha = line("evalsha");
        return new Line(eval.calls + evalSha.calls, eval.micros + evalSha.micros);
    }

    /** A command, wherever it was called from. */
    Line line(String command) {
        return lines.getOrDefault(command, Line.NONE);
    }
}
