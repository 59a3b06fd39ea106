package io.weir.examples.legacy;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;

/** What Tomcat and the applications log with java.util.logging, from the creation of this to its end. */
final class ContainerLog implements AutoCloseable {

    /** Kept, since java.util.logging forgets a logger that nobody holds. */
    private final Logger root = Logger.getLogger("");

    private final List<LogRecord> warnings = new CopyOnWriteArrayList<>();

    private final Handler handler = new Handler() {
        @Override
        public void publish(LogRecord line) {
            if (line.getLevel().intValue() >= Level.WARNING.intValue()) {
                warnings.add(line);
            }
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    };

    ContainerLog() {
        root.addHandler(handler);
    }

    /**
     * What an undeployed application has left behind, as Tomcat says. That one of Tomcat's own threads is the application's
     * says no more than that it was just at work for it.
     */
    List<String> leaks() {
        return warnings.stream()
                .map(ContainerLog::message)
                .filter(line -> line.startsWith("The web application")
                        && !line.contains("a thread named [http-nio-")
                        && !line.contains("a thread named [Catalina-utility-")
                        && !line.contains("is still processing a request"))
                .toList();
    }

    /** The errors that a class has logged. */
    List<String> errorsOf(String speaker) {
        return warnings.stream()
                .filter(line -> line.getLevel().equals(Level.SEVERE) && speaker.equals(line.getLoggerName()))
                .map(ContainerLog::message)
                .toList();
    }

    private static String message(LogRecord line) {
        return new SimpleFormatter().formatMessage(line);
    }

    @Override
    public void close() {
        root.removeHandler(handler);
    }
}
