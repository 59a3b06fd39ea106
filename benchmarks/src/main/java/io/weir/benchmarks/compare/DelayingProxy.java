package io.weir.benchmarks.compare;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.Iterator;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A distant network: a TCP proxy on loopback that carries everything half a round trip later, each way. Whatever arrives
 * meanwhile is under way too, as on a wire: nothing waits for what was sent before it.
 *
 * <p>Two threads carry all connections, so that a client with many of them is not slowed by the proxy: one reads, and one
 * writes. The delay is the same for all, so what was read first is due first, and one queue holds everything in order.
 */
final class DelayingProxy implements AutoCloseable {

    private static final int CHUNK = 64 * 1024;

    /** Bytes under way; null: the sender has ended the connection. */
    private record Chunk(@Nullable ByteBuffer bytes, SocketChannel to, long due) {}

    private final InetSocketAddress target;
    private final long delay;
    private final Selector selector = Selector.open();
    private final ServerSocketChannel listener = ServerSocketChannel.open();
    private final BlockingQueue<Chunk> underWay = new LinkedBlockingQueue<>();
    private final ByteBuffer buffer = ByteBuffer.allocateDirect(CHUNK);
    private final Thread reader = new Thread(this::read, "proxy-reader");
    private final Thread writer = new Thread(this::write, "proxy-writer");

    private DelayingProxy(InetSocketAddress target, Duration roundTrip) throws IOException {
        this.target = target;
        this.delay = roundTrip.toNanos() / 2;
    }

    /** In front of a server, on a free port. */
    static DelayingProxy before(Endpoint endpoint, Duration roundTrip) throws IOException {
        DelayingProxy proxy = new DelayingProxy(new InetSocketAddress(endpoint.host(), endpoint.port()), roundTrip);
        proxy.listener.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 200);
        proxy.listener.configureBlocking(false);
        proxy.listener.register(proxy.selector, SelectionKey.OP_ACCEPT);
        proxy.reader.setDaemon(true);
        proxy.writer.setDaemon(true);
        proxy.reader.start();
        proxy.writer.start();
        return proxy;
    }

    int port() {
        return listener.socket().getLocalPort();
    }

    private void read() {
        try {
            while (selector.isOpen()) {
                selector.select();
                for (Iterator<SelectionKey> keys = selector.selectedKeys().iterator(); keys.hasNext(); ) {
                    SelectionKey key = keys.next();
                    keys.remove();
                    if (key.isValid() && key.isAcceptable()) {
                        accept();
                    } else if (key.isValid() && key.attachment() instanceof SocketChannel other) {
                        read((SocketChannel) key.channel(), other);
                    }
                }
            }
        } catch (IOException | ClosedSelectorException e) {
            // closed
        }
    }

    private void accept() throws IOException {
        SocketChannel client = listener.accept();
        if (client == null) {
            return;
        }
        SocketChannel server = SocketChannel.open(target);
        join(client, server);
        join(server, client);
    }

    private void join(SocketChannel from, SocketChannel to) throws IOException {
        from.setOption(StandardSocketOptions.TCP_NODELAY, true);
        from.configureBlocking(false);
        from.register(selector, SelectionKey.OP_READ, to);
    }

    private void read(SocketChannel from, SocketChannel to) {
        buffer.clear();
        int length;
        try {
            length = from.read(buffer);
        } catch (IOException e) {
            length = -1; // reset: to the other end the connection has ended
        }
        long due = System.nanoTime() + delay;
        if (length < 0) {
            close(from);
            underWay.add(new Chunk(null, to, due));
        } else {
            ByteBuffer bytes = ByteBuffer.allocate(length).put(buffer.flip()).flip();
            underWay.add(new Chunk(bytes, to, due));
        }
    }

    private void write() {
        try {
            while (true) {
                Chunk chunk = underWay.take();
                for (long wait = chunk.due - System.nanoTime(); wait > 0; wait = chunk.due - System.nanoTime()) {
                    LockSupport.parkNanos(wait);
                }
                write(chunk);
            }
        } catch (InterruptedException e) {
            // closed
        }
    }

    private static void write(Chunk chunk) throws InterruptedException {
        if (chunk.bytes == null) {
            close(chunk.to);
            return;
        }
        try {
            while (chunk.bytes.hasRemaining()) {
                if (Thread.interrupted()) {
                    throw new InterruptedException();
                }
                if (chunk.to.write(chunk.bytes) == 0) {
                    Thread.onSpinWait(); // its window is full, which so few bytes hardly fill
                }
            }
        } catch (IOException e) {
            close(chunk.to);
        }
    }

    private static void close(SocketChannel channel) {
        try {
            channel.close();
        } catch (IOException e) {
            // closed is closed
        }
    }

    @Override
    public void close() throws IOException {
        for (SelectionKey key : selector.keys()) {
            key.channel().close();
        }
        selector.close();
        writer.interrupt();
    }
}
