package io.weir.benchmarks.compare;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/**
 * A connection of a load client: sends a request, reads the response to its end, and keeps the connection. Knows just
 * enough of HTTP/1.1 for that ({@code Content-Length} and nothing else), so that the processors are the server's.
 */
final class HttpConnection implements AutoCloseable {

    /** The header that says which client asks. */
    static final String CLIENT = "X-Client";

    private static final int STATUS = "HTTP/1.1 ".length();
    private static final String LENGTH = "\r\ncontent-length:";

    private final Socket socket;
    private final InputStream in;
    private final byte[] buffer = new byte[16 * 1024];

    HttpConnection(int port) throws IOException {
        socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setTcpNoDelay(true);
        socket.setSoTimeout((int) Connections.TIMEOUT.toMillis());
        in = socket.getInputStream();
    }

    /** The status of the response. */
    int get(int client) throws IOException {
        socket.getOutputStream()
                .write(("GET /quotes HTTP/1.1\r\nHost: localhost\r\n" + CLIENT + ": " + client + "\r\n\r\n")
                        .getBytes(StandardCharsets.US_ASCII));
        int length = 0;
        int head = -1;
        while (head < 0) {
            length += read(length);
            head = endOfHead(length);
        }
        int end = head + contentLength(head);
        if (end > buffer.length) {
            throw new IOException("a response of " + end + " bytes");
        }
        while (length < end) {
            length += read(length);
        }
        return digit(STATUS) * 100 + digit(STATUS + 1) * 10 + digit(STATUS + 2);
    }

    private int read(int from) throws IOException {
        int length = in.read(buffer, from, buffer.length - from);
        if (length <= 0) {
            throw new EOFException("the server has closed the connection");
        }
        return length;
    }

    private int digit(int at) {
        return buffer[at] - '0';
    }

    /** Where the body begins; -1 if it has not come yet. */
    private int endOfHead(int length) {
        for (int i = 3; i < length; i++) {
            if (buffer[i] == '\n' && buffer[i - 1] == '\r' && buffer[i - 2] == '\n' && buffer[i - 3] == '\r') {
                return i + 1;
            }
        }
        return -1;
    }

    private int contentLength(int head) throws IOException {
        for (int i = 0; i < head - LENGTH.length(); i++) {
            if (isLengthAt(i)) {
                int value = 0;
                for (int at = i + LENGTH.length(); buffer[at] != '\r'; at++) {
                    value = buffer[at] == ' ' ? value : value * 10 + digit(at);
                }
                return value;
            }
        }
        throw new IOException("a response without Content-Length");
    }

    private boolean isLengthAt(int from) {
        for (int i = 0; i < LENGTH.length(); i++) {
            int letter = buffer[from + i];
            if ((letter >= 'A' && letter <= 'Z' ? letter + ('a' - 'A') : letter) != LENGTH.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
