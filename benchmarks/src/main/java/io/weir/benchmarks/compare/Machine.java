package io.weir.benchmarks.compare;

import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Objects;
import java.util.Properties;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Where and of what something was measured. */
final class Machine {

    private Machine() {}

    /** One paragraph. */
    static String describe(String redisVersion) {
        return LocalDate.now(ZoneOffset.UTC) + ", " + processor() + ", "
                + Runtime.getRuntime().availableProcessors()
                + " processors, " + memory() + " GB, " + System.getProperty("os.name") + " "
                + System.getProperty("os.version") + "; " + System.getProperty("java.vm.name") + " "
                + Runtime.version() + "; Redis " + redisVersion + "; " + versions() + ".";
    }

    private static String processor() {
        try (Stream<String> lines = Files.lines(Path.of("/proc/cpuinfo"), StandardCharsets.UTF_8)) {
            return lines.filter(line -> line.startsWith("model name"))
                    .map(line -> line.substring(line.indexOf(':') + 1).strip())
                    .findFirst()
                    .orElse(System.getProperty("os.arch"));
        } catch (IOException e) {
            return System.getProperty("os.arch"); // no Linux
        }
    }

    private static long memory() {
        return ManagementFactory.getOperatingSystemMXBean() instanceof com.sun.management.OperatingSystemMXBean system
                ? Math.round(system.getTotalMemorySize() / 1e9)
                : 0;
    }

    private static String versions() {
        Properties versions = new Properties();
        try (InputStream in = Objects.requireNonNull(Machine.class.getResourceAsStream("versions.properties"))) {
            versions.load(in);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
        return new TreeSet<>(versions.stringPropertyNames())
                .stream().map(name -> name + " " + versions.getProperty(name)).collect(Collectors.joining(", "));
    }
}
