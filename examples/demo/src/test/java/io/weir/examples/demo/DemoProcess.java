package io.weir.examples.demo;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A demo in a JVM of its own. */
record DemoProcess(Process process, Path errorFile, String greeting) implements AutoCloseable {

    private static final Pattern ADDRESS = Pattern.compile("Weir demo: (http://[0-9.:]+)/");
    private static final Pattern REDIS = Pattern.compile("counts in (redis://[0-9.:]+)");

    /** Starts the demo and waits until it has printed what to try. */
    static DemoProcess start(String... arguments) throws IOException {
        DemoProcess launched = launch(arguments);
        BufferedReader lines =
                new BufferedReader(new InputStreamReader(launched.process.getInputStream(), StandardCharsets.UTF_8));
        StringBuilder greeting = new StringBuilder();
        while (Shell.curlLines(greeting.toString()).size() < 3) {
            String line = lines.readLine();
            if (line == null) {
                throw new IllegalStateException(launched.errors());
            }
            greeting.append(line).append('\n');
        }
        return new DemoProcess(launched.process, launched.errorFile, greeting.toString());
    }

    /** Starts the demo, whatever comes of it. */
    static DemoProcess launch(String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-jar",
                Path.of("target", "demo.jar").toString()));
        command.addAll(List.of(arguments));
        // To a file: a stream can be closed under the reader when its process ends.
        Path errors = Files.createTempFile("weir-demo", ".err");
        errors.toFile().deleteOnExit();
        return new DemoProcess(
                new ProcessBuilder(command).redirectError(errors.toFile()).start(), errors, "");
    }

    /** Where it says that it listens. */
    URI address() {
        return URI.create(said(ADDRESS));
    }

    /** Where it says that it counts. */
    String redis() {
        return said(REDIS);
    }

    private String said(Pattern pattern) {
        Matcher matcher = pattern.matcher(greeting);
        if (!matcher.find()) {
            throw new IllegalStateException("no " + pattern + " in: " + greeting);
        }
        return matcher.group(1);
    }

    /** Everything that it wrote to its error stream; returns when it has ended. */
    String errors() {
        try {
            process.waitFor();
            return Files.readString(errorFile);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** Stops it as Ctrl-C does, and by force only if that does not help. */
    @Override
    public void close() {
        process.destroy();
        try {
            if (!process.waitFor(10, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
