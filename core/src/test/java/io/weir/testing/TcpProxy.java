package io.weir.testing;

import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A network that fails as a test says: a TCP proxy on loopback in front of a server, whose faults are switched while it
 * runs and hold for connections that are open as well as for new ones.
 *
 * <p>A stream has no gaps: a connection of which a byte was swallowed carries none in that direction any more, whatever
 * is switched later, as behind a firewall that forgot it. What was only held back goes on after {@link #pass}, as after
 * TCP's own retransmission.
 */
public final class TcpProxy implements AutoCloseable {

    private enum Mode {
        PASS,
        DROP_REPLIES,
        DELAY_REPLIES,
        RESET_ON_REPLY,
        BLACK_HOLE,
        STALL_REPLIES,
        REFUSE
    }

    private final int target;
    private final int port;
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private final AtomicInteger connections = new AtomicInteger();
    private final RespCommands commands = new RespCommands();
    private ServerSocket listener;

    // Guarded by this, which is notified of every change.
    private Mode mode = Mode.PASS;
    private Duration delay = Duration.ZERO;
    private long replyBytesLeft;

    private TcpProxy(int target) throws IOException {
        this.target = target;
        listener = listen(0);
        port = listener.getLocalPort();
    }

    /** In front of a server on a port of loopback; the caller closes the proxy. */
    public static TcpProxy to(int port) {
        try {
            return new TcpProxy(port);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The port on loopback. */
    public int port() {
        return port;
    }

    /** The address of a Redis behind it, as a configuration names it. */
    public String url() {
        return "redis://127.0.0.1:" + port;
    }

    /** Carries everything, and what was held back. */
    public void pass() {
        set(Mode.PASS);
    }

    /** Carries requests and swallows every reply. */
    public void dropReplies() {
        set(Mode.DROP_REPLIES);
    }

    /** Carries requests, and each piece of a reply after this time or with the next {@link #pass}. */
    public synchronized void delayReplies(Duration time) {
        delay = time;
        set(Mode.DELAY_REPLIES);
    }

    /** Carries requests and, instead of a reply, resets the connection (RST). */
    public void resetOnReply() {
        set(Mode.RESET_ON_REPLY);
    }

    /** Takes connections and swallows everything, both ways. */
    public void blackHole() {
        set(Mode.BLACK_HOLE);
    }

    /** Carries requests and just so many more bytes of replies, over all connections; holds the rest back. */
    public synchronized void stallRepliesAfter(long bytes) {
        replyBytesLeft = bytes;
        set(Mode.STALL_REPLIES);
    }

    /** Resets what is open, and takes no connection: there is nobody on the port. */
    public synchronized void refuse() {
        set(Mode.REFUSE);
        quietly(listener);
        reset();
    }

    /** Resets every open connection (RST), once. */
    public void reset() {
        open.forEach(TcpProxy::reset);
    }

    /** How many connections were taken so far. */
    public int connections() {
        return connections.get();
    }

    /** How many commands of this name, in upper case, were carried or swallowed so far. */
    public long commands(String name) {
        return commands.count(name);
    }

    private synchronized void set(Mode next) {
        boolean wasRefusing = mode == Mode.REFUSE;
        mode = next;
        notifyAll();
        if (wasRefusing && next != Mode.REFUSE) {
            try {
                listener = listen(port);
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    private ServerSocket listen(int at) throws IOException {
        ServerSocket socket = new ServerSocket();
        socket.setReuseAddress(true);
        socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), at), 200);
        thread("accept", () -> accept(socket));
        return socket;
    }

    private void accept(ServerSocket socket) {
        while (true) {
            try {
                Socket client = socket.accept();
                connections.incrementAndGet();
                open.add(client);
                thread("connection", () -> connect(client));
            } catch (IOException e) {
                return; // closed, or refusing from now on
            }
        }
    }

    private void connect(Socket client) {
        Socket server = new Socket();
        open.add(server);
        try {
            server.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), target));
            server.setTcpNoDelay(true);
            client.setTcpNoDelay(true);
            thread("replies", () -> carry(client, server, () -> carryReplies(server, client)));
            carry(client, server, () -> carryRequests(client, server));
        } catch (IOException e) {
            end(client, server);
        }
    }

    private interface Direction {
        void run() throws IOException;
    }

    private void carry(Socket client, Socket server, Direction direction) {
        try {
            direction.run();
        } catch (IOException e) {
            // one of the ends went away, or the connection was reset
        } finally {
            end(client, server);
        }
    }

    private void carryRequests(Socket client, Socket server) throws IOException {
        RespCommands.Reader reader = commands.reader();
        byte[] bytes = new byte[8192];
        boolean lost = false;
        for (int length = read(client, bytes); length >= 0; length = read(client, bytes)) {
            reader.read(bytes, length);
            lost |= isBlackHole();
            if (!lost) {
                server.getOutputStream().write(bytes, 0, length);
            }
        }
    }

    private void carryReplies(Socket server, Socket client) throws IOException {
        byte[] bytes = new byte[8192];
        boolean lost = false;
        for (int length = read(server, bytes); length >= 0; length = read(server, bytes)) {
            for (int sent = 0; !lost && sent < length; ) {
                int admitted = awaitAdmission(client, length - sent);
                lost = admitted == 0;
                client.getOutputStream().write(bytes, sent, admitted);
                sent += admitted;
            }
        }
    }

    private static int read(Socket from, byte[] bytes) throws IOException {
        return from.getInputStream().read(bytes);
    }

    private synchronized boolean isBlackHole() {
        return mode == Mode.BLACK_HOLE;
    }

    /** How many of so many bytes may go on, once any may; 0 if they are to be swallowed. */
    private synchronized int awaitAdmission(Socket client, int length) throws IOException {
        long arrived = System.nanoTime();
        try {
            while (isHeldBack(arrived)) {
                wait(mode == Mode.DELAY_REPLIES ? 1 + delay.toMillis() : 0); // or until the next switch
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException(e);
        }
        return switch (mode) {
            case PASS, DELAY_REPLIES -> length;
            case DROP_REPLIES, BLACK_HOLE -> 0;
            case STALL_REPLIES -> {
                int admitted = (int) Math.min(length, replyBytesLeft);
                replyBytesLeft -= admitted;
                yield admitted;
            }
            case RESET_ON_REPLY, REFUSE -> {
                reset(client);
                throw new IOException("reset");
            }
        };
    }

    private synchronized boolean isHeldBack(long arrived) {
        return (mode == Mode.STALL_REPLIES && replyBytesLeft == 0)
                || (mode == Mode.DELAY_REPLIES && System.nanoTime() - arrived < delay.toNanos());
    }

    private void end(Socket client, Socket server) {
        open.remove(client);
        open.remove(server);
        quietly(client);
        quietly(server);
    }

    private static void reset(Socket socket) {
        try {
            socket.setSoLinger(true, 0);
        } catch (IOException e) {
            // closed already
        }
        quietly(socket);
    }

    private static void quietly(Closeable closeable) {
        try {
            closeable.close();
        } catch (IOException e) {
            // closed is closed
        }
    }

    private static void thread(String name, Runnable work) {
        Thread thread = new Thread(work, "tcp-proxy-" + name);
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void close() {
        refuse();
    }
}
