package io.weir.benchmarks;

import java.io.IOException;

/** Runs every benchmark for as long as its annotations say; takes the options of JMH ({@code -h} lists them). */
public final class Main {

    private Main() {}

    /** @throws IOException if JMH cannot read or write what it needs */
    public static void main(String[] args) throws IOException {
        org.openjdk.jmh.Main.main(args);
    }
}
