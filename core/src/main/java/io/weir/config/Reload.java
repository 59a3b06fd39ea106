package io.weir.config;

import io.weir.config.Documents.Document;
import io.weir.config.GateReader.Reading;
import io.weir.http.HttpGate;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lets a running gate go by what its file says now.
 *
 * <ol>
 *   <li>Each look reads the file. Its content decides, whatever its time stamps say.
 *   <li>What is new is taken up only if a second look, soon after, finds the same: so nobody goes by a file that is half
 *       written, or misses one that is just being replaced.
 *   <li>It is read whole, as at the start. With a single mistake it is refused, and what the gate went by stays.
 *   <li>Else the gate goes by it from its next request on; what was counted stays counted.
 *   <li>What a gate stands on from start to end stays, and it is said that a change of it waits for the next start.
 * </ol>
 *
 * <p>Whatever is said in the log is said once, until the file changes again. For one thread.
 */
final class Reload {

    /** What a look saw: a file, or why there is none. */
    private record Sight(@Nullable Document file, List<String> problems) {}

    private static final Logger log = LoggerFactory.getLogger(Reload.class);
    private static final Duration SECOND_LOOK = Duration.ofMillis(500);

    private final Sources sources;
    private final Foundation foundation;
    private final HttpGate gate;
    private Document inForce;
    private Optional<Duration> interval;
    private Sight settled;
    private @Nullable Sight fresh;

    /** @param start what the gate goes by, from a file */
    Reload(Sources sources, Document file, Reading start, HttpGate gate) {
        this.sources = sources;
        this.foundation = start.foundation();
        this.gate = gate;
        this.inForce = file;
        this.interval = start.reload();
        this.settled = new Sight(file, List.of());
    }

    /**
     * Looks once.
     *
     * @return how long to wait before the next look; empty if there is none to be
     */
    Optional<Duration> look() {
        // 1. and 2.
        Sight now = see();
        if (now.equals(settled)) {
            fresh = null;
            return interval;
        }
        if (!now.equals(fresh)) {
            fresh = now;
            return Optional.of(SECOND_LOOK);
        }
        fresh = null;
        settled = now;

        if (now.file() == null) {
            log.warn(
                    "{} cannot be read, what it said before stays in force: {}",
                    inForce,
                    String.join("; ", now.problems()));
        } else if (now.file().equals(inForce)) {
            log.info("{} says again what is in force", inForce);
        } else {
            take(now.file());
        }
        return interval;
    }

    private Sight see() {
        Problems problems = new Problems();
        try {
            Document file = sources.again(inForce, problems);
            return new Sight(
                    file, problems.isEmpty() ? List.of() : problems.exception().problems());
        } catch (RuntimeException e) { // the container's, for instance while it stops
            return new Sight(null, List.of(e.toString()));
        }
    }

    private void take(Document file) {
        Problems problems = new Problems();
        try {
            // 3.
            Reading reading = sources.reload(file, foundation, problems);
            if (!problems.isEmpty()) {
                throw problems.exception();
            }
            // 4.
            gate.reload(reading.gate().application(foundation.application()));
            inForce = file;
            interval = reading.reload();
            log.info("{} has changed: rate limits from now on: {}", file, gate.rules());
            problems.warnings().forEach(log::warn);
            // 5.
            List<String> waiting = foundation.differences(reading.foundation());
            if (!waiting.isEmpty()) {
                log.warn("{} has a new {}, which waits for the next start", file, String.join(" and ", waiting));
            }
            if (interval.isEmpty()) {
                log.info("{} is not looked at any more, as it says", file);
            }
        } catch (ConfigurationException e) {
            log.error("{} has changed and is refused, what it said before stays in force: {}", file, e.getMessage());
        } catch (RuntimeException e) {
            log.error("{} has changed and cannot be used, what it said before stays in force", file, e);
        }
    }
}
