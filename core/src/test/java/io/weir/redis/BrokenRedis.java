package io.weir.redis;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Speaks the protocol of Redis, and answers every script with the same thing, as no Redis that can be had here does: one that
 * is too old, or stands behind a proxy that changes replies.
 */
final class BrokenRedis implements AutoCloseable {

    private final ServerSocket server;
    private final String answer;
    private final AtomicInteger asked = new AtomicInteger();

    /** @param answer to EVALSHA and EVAL, as it goes over the wire (RESP2) */
    BrokenRedis(String answer) throws IOException {
        this.answer = answer;
        server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        Thread thread = new Thread(this::accept, "broken-redis");
        thread.setDaemon(true);
        thread.start();
    }

    String url() {
        return "redis://127.0.0.1:" + server.getLocalPort();
    }

    /** How many scripts it was asked to run. */
    int asked() {
        return asked.get();
    }

    private void accept() {
        while (!server.isClosed()) {
            try {
                Socket socket = server.accept();
                Thread thread = new Thread(() -> serve(socket), "broken-redis-connection");
                thread.setDaemon(true);
                thread.start();
            } catch (IOException e) {
                return; // closed
            }
        }
    }

    private void serve(Socket socket) {
        try (socket) {
            BufferedReader in =
                    new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.ISO_8859_1));
            OutputStream out = socket.getOutputStream();
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                int words = Integer.parseInt(line.substring(1));
                String command = "";
                for (int i = 0; i < words; i++) {
                    char[] word = new char[Integer.parseInt(in.readLine().substring(1))];
                    for (int read = 0; read < word.length; ) {
                        read += in.read(word, read, word.length - read);
                    }
                    String end = in.readLine();
                    command = i == 0 ? (new String(word) + end).toUpperCase(Locale.ROOT) : command;
                }
                if (command.startsWith("EVAL")) {
                    asked.incrementAndGet();
                }
                out.write(answerTo(command).getBytes(StandardCharsets.ISO_8859_1));
                out.flush();
            }
        } catch (IOException e) {
            if (!server.isClosed() && !socket.isClosed()) {
                throw new UncheckedIOException(e);
            }
        }
    }

    private String answerTo(String command) {
        return switch (command) {
            case "EVALSHA", "EVAL" -> answer;
            case "PING" -> "+PONG\r\n";
            case "SCRIPT" -> "$4\r\nsha1\r\n";
            default -> "+OK\r\n";
        };
    }

    @Override
    public void close() throws IOException {
        server.close();
    }
}
