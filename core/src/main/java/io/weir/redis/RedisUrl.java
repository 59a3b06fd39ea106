package io.weir.redis;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.redisson.client.codec.StringCodec;
import org.redisson.config.Config;
import org.redisson.config.ConstantDelay;
import org.redisson.config.EqualJitterDelay;

/**
 * Where one Redis server is, in the form that its own tools read: {@code redis://user:password@host:port/database}, or
 * {@code rediss://} with TLS.
 *
 * <p>Everything but the host may be left out; the port is then 6379 and the database 0. One word before the {@code @} is
 * a password. User and password may be percent-encoded (RFC 3986, section 2.1), and must be where they contain a percent
 * sign. No message ever contains them.
 */
public final class RedisUrl {

    private static final int DEFAULT_PORT = 6379;
    private static final String ALLOWED =
            "; allowed: redis://host:port or rediss://host:port, with user:password@ before"
                    + " the host and /database behind the port where needed";

    /** Host, port and database: what stands behind the last {@code @}. */
    private static final Pattern SERVER = Pattern.compile(
            "(?<host>\\[[0-9A-Fa-f:.%]+]|[A-Za-z0-9._-]+)(?::(?<port>[0-9]{1,5}))?(?:/(?<database>[0-9]{1,5})?)?");

    private final String scheme;
    private final @Nullable String user;
    private final @Nullable String password;
    private final String host;
    private final int port;
    private final int database;

    private RedisUrl(String scheme, @Nullable String credentials, Matcher server) {
        this.scheme = scheme;
        int colon = credentials == null ? -1 : credentials.indexOf(':');
        user = credentials == null || colon <= 0 ? null : decode(credentials.substring(0, colon));
        password = credentials == null ? null : decode(credentials.substring(colon + 1));
        host = server.group("host");
        port = server.group("port") == null ? DEFAULT_PORT : Integer.parseInt(server.group("port"));
        database = server.group("database") == null ? 0 : Integer.parseInt(server.group("database"));
    }

    /**
     * Reads a URL.
     *
     * @throws IllegalArgumentException if it is none; the message does not repeat it, for it may hold a password
     */
    public static RedisUrl parse(String text) {
        int colon = text.indexOf("://");
        String scheme = colon < 0 ? "" : text.substring(0, colon).toLowerCase(Locale.ROOT);
        if (!scheme.equals("redis") && !scheme.equals("rediss")) {
            throw new IllegalArgumentException("the URL of Redis begins with neither redis:// nor rediss://" + ALLOWED);
        }
        String rest = text.substring(colon + 3);
        int at = rest.lastIndexOf('@'); // the last: a password that was not encoded may contain others
        Matcher server = SERVER.matcher(rest.substring(at + 1));
        if (!server.matches()) {
            throw new IllegalArgumentException("the URL of Redis names no server" + ALLOWED);
        }
        RedisUrl url = new RedisUrl(scheme, at < 0 ? null : rest.substring(0, at), server);
        if (url.port < 1 || url.port > 65_535) {
            throw new IllegalArgumentException("the URL of Redis has the port " + url.port + "; allowed: 1 to 65535");
        }
        return url;
    }

    /**
     * A configuration for a client that does nothing but count: few connections and threads, and back soon after an
     * outage.
     */
    public Config config() {
        Config config = new Config();
        config.setCodec(StringCodec.INSTANCE);
        config.setReferenceEnabled(false);
        config.setThreads(2);
        config.setNettyThreads(2);
        if (user != null) {
            config.setUsername(user);
        }
        if (password != null) {
            config.setPassword(password);
        }
        // DNS stays monitored, every 5 s on Redisson's timer: a client resolves its host once, and would otherwise
        // never see a fail-over that moves the name.
        config.useSingleServer()
                .setAddress(scheme + "://" + host + ":" + port)
                .setDatabase(database)
                .setConnectionMinimumIdleSize(1)
                .setConnectionPoolSize(16)
                .setSubscriptionConnectionMinimumIdleSize(0)
                .setSubscriptionConnectionPoolSize(1)
                .setConnectTimeout(2000)
                .setTimeout(2000)
                .setPingConnectionInterval(2000)
                .setRetryDelay(new ConstantDelay(Duration.ofMillis(100))) // also sets the timer's tick: 50 ms
                .setReconnectionDelay(new EqualJitterDelay(Duration.ofMillis(100), Duration.ofSeconds(1)));
        return config;
    }

    private static String decode(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        ByteArrayOutputStream decoded = new ByteArrayOutputStream(bytes.length);
        for (int i = 0; i < bytes.length; i++) {
            int high = bytes[i] == '%' && i + 2 < bytes.length ? Character.digit(bytes[i + 1], 16) : -1;
            int low = high < 0 ? -1 : Character.digit(bytes[i + 2], 16);
            if (low < 0) {
                decoded.write(bytes[i]);
            } else {
                decoded.write(high * 16 + low);
                i += 2;
            }
        }
        return decoded.toString(StandardCharsets.UTF_8);
    }

    /** The URL without user and password. */
    @Override
    public String toString() {
        return scheme + "://" + host + ":" + port + (database == 0 ? "" : "/" + database);
    }
}
