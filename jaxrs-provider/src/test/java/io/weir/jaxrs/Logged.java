package io.weir.jaxrs;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.util.List;
import org.slf4j.LoggerFactory;

/** What a class logs, from INFO on, until this is closed. */
final class Logged implements AutoCloseable {

    private final Logger logger;
    private final ListAppender<ILoggingEvent> events = new ListAppender<>();

    private Logged(Logger logger) {
        this.logger = logger;
    }

    static Logged of(Class<?> type) {
        Logged logged = new Logged((Logger) LoggerFactory.getLogger(type));
        logged.logger.setLevel(Level.INFO);
        logged.logger.setAdditive(false);
        logged.events.start();
        logged.logger.addAppender(logged.events);
        return logged;
    }

    List<String> messages() {
        return List.copyOf(events.list).stream()
                .map(ILoggingEvent::getFormattedMessage)
                .toList();
    }

    @Override
    public void close() {
        logger.detachAppender(events);
        logger.setAdditive(true);
        logger.setLevel(null);
    }
}
