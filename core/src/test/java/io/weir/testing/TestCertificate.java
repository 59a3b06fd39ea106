package io.weir.testing;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Base64;

/**
 * A certificate for a server on loopback that nobody signed but itself, made by the JDK's own keytool.
 *
 * @param certificate PEM
 * @param key its private key, PEM
 * @param trustStore PKCS #12 for a client, {@link #PASSWORD} opens it
 */
record TestCertificate(Path certificate, Path key, Path trustStore) {

    static final String PASSWORD = "changeit";

    private static final String ALIAS = "weir";

    static TestCertificate create(Path folder) {
        try {
            Path store = folder.resolve("server.p12");
            keytool("-genkeypair -alias %s -keyalg EC -groupname secp256r1 -validity 2 -dname CN=localhost"
                    .formatted(ALIAS)
                    .concat(" -ext SAN=dns:localhost,ip:127.0.0.1 -storetype PKCS12 -storepass %s -keystore %s"
                            .formatted(PASSWORD, store)));
            KeyStore keys = KeyStore.getInstance("PKCS12");
            try (InputStream in = Files.newInputStream(store)) {
                keys.load(in, PASSWORD.toCharArray());
            }
            Path certificate = folder.resolve("server.crt");
            Path key = folder.resolve("server.key");
            Files.writeString(
                    certificate, pem("CERTIFICATE", keys.getCertificate(ALIAS).getEncoded()));
            Files.writeString(
                    key,
                    pem(
                            "PRIVATE KEY",
                            keys.getKey(ALIAS, PASSWORD.toCharArray()).getEncoded()));
            Path trusted = folder.resolve("trusted.p12");
            keytool("-importcert -noprompt -alias %s -file %s -storetype PKCS12 -storepass %s -keystore %s"
                    .formatted(ALIAS, certificate, PASSWORD, trusted));
            return new TestCertificate(certificate, key, trusted);
        } catch (IOException | GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void keytool(String arguments) throws IOException {
        String keytool =
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString();
        Process process = new ProcessBuilder((keytool + " " + arguments).split(" ", -1))
                .redirectErrorStream(true)
                .start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.onExit().join().exitValue() != 0) {
            throw new IllegalStateException("keytool: " + said);
        }
    }

    private static String pem(String what, byte[] bytes) {
        String text = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(bytes);
        return "-----BEGIN " + what + "-----\n" + text + "\n-----END " + what + "-----\n";
    }
}
