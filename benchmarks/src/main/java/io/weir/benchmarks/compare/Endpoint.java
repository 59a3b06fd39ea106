package io.weir.benchmarks.compare;

import io.lettuce.core.RedisURI;

/** Where a Redis is, in the form that every client under measurement reads. */
record Endpoint(String uri) {

    /** On a port of loopback. */
    static Endpoint onLoopback(int port) {
        return new Endpoint("redis://127.0.0.1:" + port);
    }

    String host() {
        return RedisURI.create(uri).getHost();
    }

    int port() {
        return RedisURI.create(uri).getPort();
    }

    /** The same server and the same user, through a proxy on loopback. */
    Endpoint through(int proxyPort) {
        int at = uri.lastIndexOf('@') + 1;
        int server = at == 0 ? uri.indexOf("://") + 3 : at;
        int database = uri.indexOf('/', server);
        return new Endpoint(
                uri.substring(0, server) + "127.0.0.1:" + proxyPort + (database < 0 ? "" : uri.substring(database)));
    }
}
