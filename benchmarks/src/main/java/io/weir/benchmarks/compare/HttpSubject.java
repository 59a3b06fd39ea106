package io.weir.benchmarks.compare;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** A server over HTTP, with one connection for each thread that asks. */
final class HttpSubject implements Subject {

    private final int port;
    private final Queue<HttpConnection> connections = new ConcurrentLinkedQueue<>();
    private final ThreadLocal<HttpConnection> connection = ThreadLocal.withInitial(this::connect);

    HttpSubject(int port) {
        this.port = port;
    }

    private HttpConnection connect() {
        try {
            HttpConnection opened = new HttpConnection(port);
            connections.add(opened);
            return opened;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public boolean acquire(int client) throws IOException {
        int status;
        try {
            status = connection.get().get(client);
        } catch (IOException e) {
            connection.remove(); // what comes on it now is anybody's answer
            throw e;
        }
        if (status != 200 && status != 429) {
            throw new IOException("status " + status);
        }
        return status == 200;
    }

    @Override
    public void close() throws IOException {
        for (HttpConnection opened : connections) {
            opened.close();
        }
    }
}
