package io.weir.http;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * An HTTP/1.1 client that sends exactly the bytes it is told to and hides nothing of the answer; the JDK's own client
 * normalises paths and refuses some that an attacker would send. One connection per request.
 */
public final class RawHttp {

    private static final int TIMEOUT_MILLIS = 20_000;

    private final URI server;

    private RawHttp(URI server) {
        this.server = server;
    }

    /**
     * A client of one server.
     *
     * @param server scheme, host, port and, if the application is not at the root, its path without a trailing slash
     */
    public static RawHttp to(URI server) {
        return new RawHttp(server);
    }

    /** Sends GET with these header lines, each {@code Name: value}. */
    public Response get(String target, String... lines) {
        return send("GET", target, lines);
    }

    /** Sends POST with no body. */
    public Response post(String target, String... lines) {
        List<String> all = new ArrayList<>(List.of(lines));
        all.add("Content-Length: 0");
        return send("POST", target, all.toArray(String[]::new));
    }

    /**
     * Sends a request that has no body.
     *
     * @param target path and query below the application, exactly as they go over the wire
     */
    public Response send(String method, String target, String... lines) {
        return sendUnfinished(method, target, new byte[0], lines);
    }

    /** Sends GET, reads the beginning of the answer, and resets the connection. */
    public void getAndLeave(String target, int octets) {
        try (Socket socket = new Socket(server.getHost(), server.getPort())) {
            socket.setSoTimeout(TIMEOUT_MILLIS);
            socket.setSoLinger(true, 0);
            socket.getOutputStream().write(head("GET", target).getBytes(StandardCharsets.UTF_8));
            int read = socket.getInputStream().readNBytes(octets).length;
            if (read < octets) {
                throw new EOFException("the answer has only " + read + " octets");
            }
        } catch (IOException e) {
            throw new UncheckedIOException("GET " + target, e);
        }
    }

    /**
     * Sends a request and what is given of its body, which may be less than its Content-Length says, and then waits for
     * the answer.
     */
    public Response sendUnfinished(String method, String target, byte[] beginning, String... lines) {
        try (Socket socket = new Socket(server.getHost(), server.getPort())) {
            socket.setSoTimeout(TIMEOUT_MILLIS);
            OutputStream out = socket.getOutputStream();
            out.write(head(method, target, lines).getBytes(StandardCharsets.UTF_8));
            out.write(beginning);
            out.flush();
            return read(new BufferedInputStream(socket.getInputStream()), method.equals("HEAD"));
        } catch (IOException e) {
            throw new UncheckedIOException(method + " " + target, e);
        }
    }

    private String head(String method, String target, String... lines) {
        StringBuilder head = new StringBuilder(method + " " + server.getRawPath() + target + " HTTP/1.1\r\n");
        head.append("Host: ").append(server.getRawAuthority()).append("\r\nConnection: close\r\n");
        for (String line : lines) {
            head.append(line).append("\r\n");
        }
        head.append("\r\n");
        return head.toString();
    }

    private static Response read(InputStream in, boolean head) throws IOException {
        String statusLine = readLine(in);
        List<Line> lines = new ArrayList<>();
        for (String line = readLine(in); !line.isEmpty(); line = readLine(in)) {
            int colon = line.indexOf(':');
            lines.add(
                    new Line(line.substring(0, colon), line.substring(colon + 1).strip()));
        }
        int status = Integer.parseInt(statusLine.split(" ", 3)[1]);
        Response bare = new Response(status, List.copyOf(lines), "");
        return new Response(status, bare.lines, new String(readBody(in, bare, head), StandardCharsets.UTF_8));
    }

    private static byte[] readBody(InputStream in, Response bare, boolean head) throws IOException {
        if (!head && bare.value("Transfer-Encoding").equalsIgnoreCase("chunked")) {
            return readChunks(in);
        }
        if (!head && bare.has("Content-Length")) {
            return in.readNBytes(Integer.parseInt(bare.value("Content-Length")));
        }
        return in.readAllBytes(); // also of HEAD: a body where none may be is to be seen
    }

    private static byte[] readChunks(InputStream in) throws IOException {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        for (int size = chunkSize(in); size > 0; size = chunkSize(in)) {
            body.write(in.readNBytes(size));
            readLine(in);
        }
        return body.toByteArray();
    }

    private static int chunkSize(InputStream in) throws IOException {
        return Integer.parseInt(readLine(in), 16);
    }

    private static String readLine(InputStream in) throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (int octet = in.read(); octet != '\n'; octet = in.read()) {
            if (octet < 0) {
                throw new EOFException("the server closed the connection after '" + line + "'");
            }
            if (octet != '\r') {
                line.write(octet);
            }
        }
        return line.toString(StandardCharsets.ISO_8859_1);
    }

    /** A header line. */
    public record Line(String name, String value) {}

    /** What came back. */
    public record Response(int status, List<Line> lines, String body) {

        /** Whether the header is there. */
        public boolean has(String name) {
            return !values(name).isEmpty();
        }

        /** The values of all lines of a header, in order. */
        public List<String> values(String name) {
            String wanted = name.toLowerCase(Locale.ROOT);
            return lines.stream()
                    .filter(line -> line.name().toLowerCase(Locale.ROOT).equals(wanted))
                    .map(Line::value)
                    .toList();
        }

        /** All lines of a header as one value (RFC 9110, section 5.3); empty if there is none. */
        public String value(String name) {
            return String.join(", ", values(name));
        }
    }
}
