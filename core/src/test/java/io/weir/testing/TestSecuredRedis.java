package io.weir.testing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A Redis that talks to nobody but one user, who must come by TLS. */
public final class TestSecuredRedis implements AutoCloseable {

    /** With what a URL or a file must not take literally. */
    private static final String PASSWORD = "s3cr:et@home";

    private static final String USER = "limiter";

    private final TestRedis redis;
    private final int port = TestRedis.freePort();
    private final TestCertificate certificate;

    private TestSecuredRedis() {
        try {
            Path folder = Files.createTempDirectory("weir-tls");
            certificate = TestCertificate.create(folder);
            for (Path file : new Path[] {
                folder,
                folder.resolve("server.p12"),
                certificate.certificate(),
                certificate.key(),
                certificate.trustStore()
            }) {
                file.toFile().deleteOnExit();
            }
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
        redis = TestRedis.startOn(
                TestRedis.freePort(),
                "tls-port " + port,
                "tls-cert-file " + certificate.certificate(),
                "tls-key-file " + certificate.key(),
                "tls-auth-clients no",
                "user default on nopass -@all +info", // by which the test finds its process
                "user " + USER + " on >" + PASSWORD + " ~* &* +@all -@admin -@dangerous");
    }

    /** Starts it; the caller closes it. */
    public static TestSecuredRedis start() {
        return new TestSecuredRedis();
    }

    /** The address with user and password. */
    public String url() {
        return "rediss://" + USER + ":" + PASSWORD + "@127.0.0.1:" + port;
    }

    /** The same, with a wrong password. */
    public String urlOfAStranger() {
        return "rediss://" + USER + ":guessed@127.0.0.1:" + port;
    }

    /** Whom a client has to trust: a PKCS #12 file, to be opened with {@link #trustPassword}. */
    public Path trustStore() {
        return certificate.trustStore();
    }

    /** Opens {@link #trustStore}. */
    public String trustPassword() {
        return TestCertificate.PASSWORD;
    }

    /** Where it is, as a file of Redisson says it. */
    public String yaml() {
        return """
                username: %s
                password: "%s"
                sslTruststore: "%s"
                sslTruststorePassword: %s
                singleServerConfig:
                  connectionMinimumIdleSize: 1
                  address: "rediss://127.0.0.1:%d"
                """.formatted(USER, PASSWORD, certificate.trustStore().toUri(), TestCertificate.PASSWORD, port);
    }

    @Override
    public void close() {
        redis.close();
    }
}
