package io.weir.testing;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Talks to a server without a client: one command, one answer, one connection. */
final class Resp {

    private Resp() {}

    /**
     * Sends an inline command, words apart by spaces.
     *
     * @return the answer as text, the elements of an array one a line
     * @throws IllegalStateException if the server says that it is an error
     */
    static String command(int port, String command) {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.getOutputStream().write((command + "\r\n").getBytes(StandardCharsets.UTF_8));
            return read(socket.getInputStream());
        } catch (IOException e) {
            throw new UncheckedIOException("port " + port + ", " + command, e);
        }
    }

    private static String read(InputStream in) throws IOException {
        String line = line(in);
        String rest = line.substring(1);
        return switch (line.charAt(0)) {
            case '-' -> throw new IllegalStateException(rest);
            case '$' -> rest.equals("-1") ? "" : bulk(in, Integer.parseInt(rest));
            case '*' -> array(in, Integer.parseInt(rest));
            default -> rest;
        };
    }

    private static String bulk(InputStream in, int length) throws IOException {
        String text = new String(in.readNBytes(length), StandardCharsets.UTF_8);
        line(in);
        return text;
    }

    private static String array(InputStream in, int length) throws IOException {
        List<String> elements = new ArrayList<>();
        for (int i = 0; i < length; i++) {
            elements.add(read(in));
        }
        return String.join("\n", elements);
    }

    private static String line(InputStream in) throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (int next = in.read(); next != '\n'; next = in.read()) {
            if (next < 0) {
                throw new EOFException("the server went away");
            }
            line.write(next);
        }
        return line.toString(StandardCharsets.UTF_8).stripTrailing();
    }
}
