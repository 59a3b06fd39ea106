package io.weir.benchmarks;

import io.weir.benchmarks.compare.Compare;
import io.weir.benchmarks.compare.Grow;
import java.io.IOException;
import java.util.List;

/**
 * {@code compare} runs Weir beside other limiters, {@code grow} against what may grow; anything else are options of JMH
 * ({@code -h} lists them), which then runs every benchmark for as long as its annotations say.
 */
public final class Main {

    private interface Command {
        void run(List<String> arguments) throws Exception;
    }

    private Main() {}

    /**
     * Exits with 2 if it does not understand the arguments of a command.
     *
     * @throws IOException if JMH cannot read or write what it needs
     */
    public static void main(String[] args) throws IOException {
        String first = args.length == 0 ? "" : args[0];
        switch (first) {
            case "compare" -> run(Compare::run, args);
            case "grow" -> run(Grow::run, args);
            default -> org.openjdk.jmh.Main.main(args);
        }
    }

    private static void run(Command command, String[] args) {
        try {
            command.run(List.of(args).subList(1, args.length));
            System.exit(0); // whatever a client has left running
        } catch (IllegalArgumentException e) {
            System.err.println(args[0] + ": " + e.getMessage());
            System.exit(2);
        } catch (Exception e) {
            e.printStackTrace();
            System.exit(1);
        }
    }
}
