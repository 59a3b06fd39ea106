package io.weir.servlet;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** Sends requests, octet by octet as given, one after the other over one connection for as long as the server keeps it. */
final class WireConnection implements Closeable {

    private static final int TIMEOUT_MILLIS = 20_000;

    private final URI server;
    private Socket socket;
    private InputStream in;

    WireConnection(URI server) {
        this.server = server;
    }

    /** The status of the answer; 0 if the server answers as it would in HTTP/0.9, or closes without an answer. */
    int send(byte[] request, boolean head) throws IOException {
        boolean fresh = socket == null;
        if (fresh) {
            socket = new Socket(server.getHost(), server.getPort());
            socket.setTcpNoDelay(true);
            socket.setSoTimeout(TIMEOUT_MILLIS);
            in = new BufferedInputStream(socket.getInputStream());
        }
        try {
            socket.getOutputStream().write(request);
            return read(head);
        } catch (EOFException e) {
            close();
            return fresh ? 0 : send(request, head); // the server had closed it before
        }
    }

    private int read(boolean head) throws IOException {
        String line = readLine();
        if (!line.startsWith("HTTP/1.1 ")) {
            close();
            return 0;
        }
        int status = Integer.parseInt(line.substring(9, 12));
        int length = -1;
        boolean chunked = false;
        boolean last = false;
        for (line = readLine(); !line.isEmpty(); line = readLine()) {
            String lower = line.toLowerCase(Locale.ROOT);
            if (!lower.chars().allMatch(c -> c >= ' ' && c < 127)) {
                throw new IOException("field '" + line + "'");
            }
            length = lower.startsWith("content-length:")
                    ? Integer.parseInt(lower.substring(15).strip())
                    : length;
            chunked |= lower.startsWith("transfer-encoding:");
            last |= lower.equals("connection: close");
        }
        if (head && status >= 400) {
            close(); // Jetty may refuse HEAD with a body
        } else if (last || chunked || (length < 0 && !head)) {
            in.readAllBytes();
            close();
        } else if (!head) {
            in.skipNBytes(length);
        }
        return status;
    }

    private String readLine() throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (int octet = in.read(); octet != '\n'; octet = in.read()) {
            if (octet < 0) {
                throw new EOFException();
            }
            if (octet != '\r') {
                line.write(octet);
            }
        }
        return line.toString(StandardCharsets.ISO_8859_1);
    }

    @Override
    public void close() throws IOException {
        if (socket != null) {
            socket.close();
            socket = null;
        }
    }
}
