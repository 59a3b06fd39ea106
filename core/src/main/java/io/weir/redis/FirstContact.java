package io.weir.redis;

import io.weir.RateLimiter;
import io.weir.RateLimiterException;
import io.weir.RateLimiterException.Kind;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.redisson.api.RedissonClient;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The thread that connects to Redis, every second until it succeeds, and what it found. */
final class FirstContact implements AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(ConnectingRateLimiter.class);

    private static final Duration RETRY = Duration.ofSeconds(1);

    /** How long to wait for the thread to leave a call that cannot be interrupted. */
    private static final Duration CLOSE = Duration.ofSeconds(5);

    private final Supplier<RedissonClient> clients;
    private final boolean owner;
    private final Duration deadline;
    private final RedisCalls calls = new RedisCalls();
    private final Thread thread;
    private final CountDownLatch firstAttempt = new CountDownLatch(1);
    private final CountDownLatch closed = new CountDownLatch(1);
    private volatile RateLimiterException problem =
            new RateLimiterException("not connected to Redis yet: still trying");
    private volatile @Nullable RateLimiter limiter;
    private @Nullable RedissonClient client;

    private FirstContact(Supplier<RedissonClient> clients, boolean owner, Duration deadline) {
        if (deadline.toMillis() < 1) {
            throw new IllegalArgumentException("deadline is " + deadline + "; allowed: 1ms and more");
        }
        this.clients = clients;
        this.owner = owner;
        this.deadline = deadline;
        thread = new Thread(this::connect, "weir-connect");
        thread.setDaemon(true);
    }

    /** With clients that are created here, connected, and closed here. */
    static FirstContact own(Supplier<RedissonClient> clients, Duration deadline) {
        return new FirstContact(clients, true, deadline);
    }

    /** With a client that is somebody else's. */
    static FirstContact over(RedissonClient client, Duration deadline) {
        return new FirstContact(() -> client, false, deadline);
    }

    /** Begins, and waits for the end of the first attempt, but no longer than this. */
    void start(Duration patience) {
        thread.start();
        try {
            boolean ignored = firstAttempt.await(patience.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** @throws RateLimiterException if there is no contact yet, or no more */
    RateLimiter limiter() {
        RateLimiter connected = limiter;
        if (connected == null) {
            throw isClosed()
                    ? new RateLimiterException("the limiter is closed")
                    : new RateLimiterException(problem.kind(), String.valueOf(problem.getMessage()));
        }
        return connected;
    }

    RedisCalls calls() {
        return calls;
    }

    /** Returns when its threads have ended, those of the client that was created here included. */
    @Override
    public void close() {
        BorrowedThread.use(() -> {
            end();
            return null;
        });
    }

    private void end() {
        RedissonClient last;
        synchronized (this) {
            closed.countDown();
            limiter = null;
            last = client;
            client = null;
        }
        thread.interrupt();
        try {
            thread.join(CLOSE.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        if (last != null) {
            discard(last);
        }
        if (owner) {
            NettyThread.awaitEnd();
        }
    }

    private void connect() {
        Kind told = null;
        do {
            try {
                if (attempt()) {
                    log.info("Connected to Redis");
                }
                return;
            } catch (LinkageError e) {
                problem = new RateLimiterException(
                        Kind.MISCONFIGURED, "the class path lacks something, as was logged at the start", e);
                if (!isClosed()) { // else the application has gone, with its classes
                    log.error(
                            "Rate limits cannot be decided in Redis before the next start, the class path lacks something:"
                                    + " {}; {}",
                            story(e),
                            ClassPath.advice());
                }
                return;
            } catch (RuntimeException | Error e) {
                problem = problem(e);
                if (problem.kind() != told && !isClosed()) {
                    told = problem.kind();
                    if (told == Kind.MISCONFIGURED) {
                        log.error("Redis is misconfigured, trying again every second: {}", problem.getMessage());
                    } else {
                        log.warn("Redis cannot be reached, trying again every second: {}", problem.getMessage());
                    }
                }
            } finally {
                firstAttempt.countDown();
            }
        } while (!closedWithin(RETRY));
    }

    /** Whether there is contact now; false if it was closed meanwhile. */
    private boolean attempt() {
        RedissonClient candidate = client();
        if (candidate == null) {
            return false;
        }
        check(candidate);
        return adopt(candidate);
    }

    /** Made once: a Redis that cannot decide yet is no reason to start dozens of threads every second. Null if closed. */
    private @Nullable RedissonClient client() {
        synchronized (this) {
            if (client != null) {
                return client;
            }
        }
        RedissonClient made = clients.get();
        synchronized (this) {
            if (!isClosed()) {
                client = made;
                return made;
            }
        }
        discard(made);
        return null;
    }

    /** A Redis that says no is there: each request hears for itself, and perhaps it is told otherwise meanwhile. */
    private static void check(RedissonClient candidate) {
        try {
            SelfCheck.run(candidate);
        } catch (RateLimiterException e) {
            if (e.kind() != Kind.MISCONFIGURED) {
                throw e;
            }
            log.error(
                    "Redis is misconfigured, and requests follow on-failure until that is put right: {}",
                    e.getMessage());
        }
    }

    private synchronized boolean adopt(RedissonClient candidate) {
        if (isClosed()) {
            return false;
        }
        limiter = RedissonRateLimiter.create(candidate, deadline, calls);
        return true;
    }

    private void discard(RedissonClient unused) {
        if (owner) {
            unused.shutdown(0, 2, TimeUnit.SECONDS);
        }
    }

    private boolean isClosed() {
        return closed.getCount() == 0;
    }

    private boolean closedWithin(Duration time) {
        try {
            return closed.await(time.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            return true; // only close() interrupts
        }
    }

    private static RateLimiterException problem(Throwable error) {
        String advice = Failures.advice(error);
        return advice == null
                ? new RateLimiterException("not connected to Redis yet: " + story(error), error)
                : new RateLimiterException(
                        Kind.MISCONFIGURED, "Redis does not let us in: " + story(error) + "; " + advice, error);
    }

    /** Every message on the way down that says something new; Redisson wraps the cause in layers that repeat it. */
    private static String story(Throwable error) {
        StringBuilder story = new StringBuilder();
        for (Throwable cause = error; cause != null; cause = cause.getCause()) {
            String message = cause instanceof TimeoutException ? "no answer in time" : Failures.answer(cause);
            boolean repeats =
                    cause.getCause() != null && message.equals(cause.getCause().toString());
            if (!repeats && story.indexOf(message) < 0) {
                story.append(story.isEmpty() ? "" : ": ").append(message);
            }
        }
        return story.toString();
    }
}
