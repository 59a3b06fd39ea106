package io.weir.examples.legacy;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Clients that ask again and again until they are closed, and what they are answered. */
final class Traffic implements AutoCloseable {

    private static final int CLIENTS = 16;

    private final HttpClient client = HttpClient.newHttpClient();
    private final HttpRequest request;
    private final Map<Integer, Integer> answers = new ConcurrentHashMap<>();
    private final List<Thread> threads = new ArrayList<>();
    private volatile boolean closed;

    private Traffic(URI address) {
        request = HttpRequest.newBuilder(address).build();
    }

    static Traffic to(URI address) {
        Traffic traffic = new Traffic(address);
        for (int i = 0; i < CLIENTS; i++) {
            Thread thread = new Thread(traffic::ask, "client-" + i);
            traffic.threads.add(thread);
            thread.start();
        }
        return traffic;
    }

    private void ask() {
        while (!closed) {
            answers.merge(status(), 1, Integer::sum);
        }
    }

    private int status() {
        try {
            return client.send(request, BodyHandlers.discarding()).statusCode();
        } catch (IOException e) {
            return 0;
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Returns when so many more requests have been served or refused. */
    void awaitDecisions(int number) {
        int enough = decisions() + number;
        await().atMost(Duration.ofSeconds(30)).until(() -> decisions() >= enough);
    }

    private int decisions() {
        return answers.getOrDefault(200, 0) + answers.getOrDefault(429, 0);
    }

    /** How often each status was answered; 0 for no answer at all. */
    Map<Integer, Integer> answers() {
        return answers;
    }

    /** Stops asking, and waits for the last answers. */
    void stop() {
        closed = true;
        for (Thread thread : threads) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    @Override
    public void close() {
        stop();
    }
}
