package io.weir.redis;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.channels.SocketChannel;
import org.redisson.client.RedisConnectionException;
import org.redisson.config.Config;
import org.redisson.config.SingleServerConfig;
import org.redisson.misc.RedisURI;

/**
 * Asks whether anybody listens where a single Redis should be, before a client is made to find out: that would start
 * threads, search every jar for Redisson's version, and log it, each time.
 */
final class Probe {

    private Probe() {}

    /** @throws RedisConnectionException if nobody takes the connection within the configured time */
    static void knock(Config config) {
        if (!config.isSingleConfig()) {
            return;
        }
        SingleServerConfig server = config.useSingleServer();
        RedisURI uri = new RedisURI(server.getAddress());
        if (uri.isUDS()) {
            return;
        }
        try (SocketChannel channel = SocketChannel.open()) { // unlike a socket of its own, this one heeds interrupts
            channel.socket().connect(new InetSocketAddress(uri.getHost(), uri.getPort()), server.getConnectTimeout());
        } catch (IOException e) {
            throw new RedisConnectionException("cannot connect to " + uri.getHost() + ":" + uri.getPort(), e);
        }
    }
}
