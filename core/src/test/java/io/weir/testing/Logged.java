package io.weir.testing;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.util.List;
import org.slf4j.LoggerFactory;

/** What the log says from its creation to its end. */
public final class Logged implements AutoCloseable {

    private final Logger logger;
    private final Level before;
    private final ListAppender<ILoggingEvent> events = new ListAppender<>();

    /** Begins to listen to everybody. */
    public Logged() {
        this(org.slf4j.Logger.ROOT_LOGGER_NAME);
    }

    private Logged(String name) {
        logger = (Logger) LoggerFactory.getLogger(name);
        before = logger.getLevel();
        events.start();
        logger.addAppender(events);
        logger.setLevel(Level.INFO);
    }

    /** Begins to listen to one class. */
    public static Logged of(Class<?> speaker) {
        return new Logged(speaker.getName());
    }

    /** Every message. */
    public List<String> messages() {
        return List.copyOf(events.list).stream()
                .map(ILoggingEvent::getFormattedMessage)
                .toList();
    }

    /** Level and message of what a class says, since this was asked the last time. */
    public List<String> news(Class<?> speaker) {
        List<String> news = List.copyOf(events.list).stream()
                .filter(event -> event.getLoggerName().equals(speaker.getName()))
                .map(event -> event.getLevel() + " " + event.getFormattedMessage())
                .toList();
        events.list.clear();
        return news;
    }

    @Override
    public void close() {
        logger.setLevel(before);
        logger.detachAppender(events);
    }
}
