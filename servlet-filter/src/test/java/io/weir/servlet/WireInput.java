package io.weir.servlet;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.regex.Pattern;

/**
 * A request such as nobody sends by accident.
 *
 * @param id in its X-Input field
 * @param text octet by octet
 * @param clients by rule, whose budget it draws on, where that can be told: equal for the same client
 */
record WireInput(String id, String text, Map<String, String> clients) {

    byte[] octets() {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    boolean isHead() {
        return text.startsWith("HEAD ");
    }

    /** Null where it cannot be told. */
    String client(String rule) {
        return clients.get(rule);
    }

    @Override
    public String toString() {
        StringBuilder shown = new StringBuilder(id).append(' ').append(clients).append(' ');
        text.chars()
                .forEach(c -> shown.append(c >= ' ' && c < 127 ? String.valueOf((char) c) : "\\x%02x".formatted(c)));
        return shown.toString();
    }

    /** Makes them up: the same ones for the same seed. */
    static final class Source {

        private static final String[] PATH = {
            "/",
            "/",
            ".",
            "~",
            "+",
            "&",
            "=",
            "?",
            ":",
            "*",
            "a",
            "api",
            "admin",
            "health",
            "static",
            "%20",
            "%c3%a9",
            ";a=b",
            "/../",
            "/./",
            ";jsessionid=x",
            "%41"
        };

        /** Which a server may refuse, or take for something else. */
        private static final String[] ODD_PATH = {
            "//", "..", "%2e", "%2E%2e", "%2f", "%2F", "%5c", "%00", "%0a", "%25", "%252f", "%zz", "%", "%ff", "%u0041",
            ";", "\\", "|", "{a}", "[", "\u00e9", "\u00ff", "\"", "<", "^", "`", " ", "\t", "#"
        };

        private static final String[] NAMES = {
            "a", "b", "A", "a,b", "a, b", "a b", "{", "}", "a}b", "{a}", ":", "#", "%41"
        };
        private static final String[] HOPS = {
            "10.0.0.1",
            "127.0.0.1",
            "unknown",
            "::1",
            "proxy.example",
            "1.2.3",
            "[2001:db8::1]:1",
            "1.2.3.4:5",
            "_x",
            "for=1",
            "::ffff:1.2.3.4",
            "\"",
            ","
        };
        private static final String[] COOKIES = {
            "$Version=1",
            "$Path=/",
            "=x",
            ";;;",
            "c",
            "c=",
            "a[]=1",
            "c=\"a b\"",
            "c=\"a\\\"",
            "c=a,b",
            "c=\u00e9",
            "c=a b",
            "c =x",
            " c=x",
            "c\t=x",
            "C=x",
            "x=y",
            "@",
            "__Host-c=1",
            "c==",
            "c=;c=1"
        };

        private static final Pattern AROUND = Pattern.compile("^[ \t]+|[ \t]+$");

        private final Random random;
        private final String name;
        private final List<String> sessions;
        private int count;

        /** @param sessions cookies of sessions that there are */
        Source(Random random, String name, List<String> sessions) {
            this.random = random;
            this.name = name;
            this.sessions = sessions;
        }

        WireInput next() {
            String id = name + "-" + count++;
            Map<String, String> clients = new HashMap<>();
            StringBuilder text = new StringBuilder();
            text.append(method())
                    .append(' ')
                    .append(path())
                    .append(" HTTP/1.1\r\nHost: a.example\r\nContent-Length: 0\r\n");
            text.append("X-Input: ").append(id).append("\r\n");
            text.append("X-Fold: x\r\n"); // which a name that begins with a space continues (RFC 9112, section 5.2)
            for (int i = random.nextInt(3); i > 0; i--) {
                text.append(oneIn(50) ? value() : "X-" + random.nextInt(9))
                        .append(": ")
                        .append(value())
                        .append("\r\n");
            }
            String address = forwarded(text);
            String key = named(text, "X-Api-Key", 3);
            String user = named(text, "X-User", 1);
            String[] cookies = cookies(text);
            text.append("\r\n");

            put(clients, "by-address", "ip", address);
            put(clients, "by-user", user, address);
            put(clients, "by-header", key, address);
            put(clients, "by-cookie", cookies[0], address);
            put(clients, "by-session", cookies[1], address);
            if (key != null && address != null) {
                clients.put("by-pair", key + " " + address);
            }
            clients.put("everybody", "all");
            if (text.toString().replace("\r\n", "").contains("\n")) {
                clients.clear(); // the head may have ended earlier than it was meant to
            }
            return new WireInput(id, text.toString(), clients);
        }

        /** What the key names, or else the address; null where either cannot be told. */
        private static void put(Map<String, String> clients, String rule, String named, String address) {
            if (named != null && !named.equals("ip")) {
                clients.put(rule, named);
            } else if (named != null && address != null) {
                clients.put(rule, "ip " + address);
            }
        }

        private String method() {
            return switch (random.nextInt(12)) {
                case 0 -> "POST";
                case 1 -> "HEAD";
                case 2 -> "OPTIONS";
                case 3 -> pick("PUT", "DELETE", "PATCH", "TRACE", "PROPFIND", "get", "X", "M-SEARCH", "GET!");
                case 4 -> oneIn(5) ? value() : "GET";
                default -> "GET";
            };
        }

        private String path() {
            StringBuilder path = new StringBuilder("/");
            int parts = oneIn(100) ? random.nextInt(2000) : random.nextInt(6);
            String[] some = oneIn(10) ? ODD_PATH : PATH;
            for (int i = 0; i < parts; i++) {
                path.append(oneIn(100) ? octets(3, 0, 256) : oneIn(2) ? pick(some) : pick(PATH));
            }
            return path.toString();
        }

        /** The client behind the proxies; null where it cannot be told. */
        private String forwarded(StringBuilder text) {
            if (oneIn(4)) {
                return "proxy";
            }
            StringBuilder claims = new StringBuilder();
            for (int i = random.nextInt(4); i > 0; i--) {
                String claim = oneIn(3) ? value() : pick(HOPS);
                claims.append(claim).append(oneIn(3) ? "\r\nX-Forwarded-For: " : ", ");
            }
            String header = oneIn(20) ? "Forwarded" : "X-Forwarded-For";
            text.append(header).append(": ").append(claims);
            int client = random.nextInt(200);
            String address =
                    pick("198.51.100." + client, "198.51.100." + client + ":4711", "::ffff:198.51.100." + client);
            boolean known = !oneIn(10);
            text.append(known ? address : value())
                    .append(oneIn(5) ? ", 127.0.0.1" : "")
                    .append("\r\n");
            return known
                            && header.equals("X-Forwarded-For")
                            && isClean(claims.toString().replace("\r\n", ""))
                    ? "" + client
                    : null;
        }

        /** A header, and which client it names: {@code ip} for nobody, null where that cannot be told. */
        private String named(StringBuilder text, String header, int lines) {
            StringBuilder joined = new StringBuilder();
            boolean clean = true;
            int count = random.nextInt(lines + 1);
            for (int i = 0; i < count; i++) {
                String value = value();
                clean &= isClean(value);
                text.append(header)
                        .append(':')
                        .append(pick("", " ", "\t"))
                        .append(value)
                        .append("\r\n");
                joined.append(i == 0 ? "" : ",").append(stripped(value));
            }
            if (!clean) {
                return null;
            }
            return count != 1 || joined.isEmpty() ? "ip" : "is " + joined;
        }

        /** Whom the cookie c names, and whom the session. */
        private String[] cookies(StringBuilder text) {
            if (oneIn(3)) {
                String odd = oneIn(4) ? value() : pick(COOKIES);
                text.append("Cookie: ")
                        .append(odd)
                        .append(oneIn(2) ? "; c=tail" : "")
                        .append("\r\n");
                return new String[] {null, null};
            }
            String cookie = "ip";
            String session = "ip";
            if (!oneIn(4)) {
                String value = cookieOctets();
                boolean twice = oneIn(4);
                cookie = twice ? "ip" : "is " + value;
                text.append("Cookie: a=b; c=")
                        .append(value)
                        .append(twice ? "; c=second" : "")
                        .append("\r\n");
            }
            if (oneIn(2)) {
                int which = random.nextInt(sessions.size());
                session = "is " + which;
                text.append("Cookie: ").append(sessions.get(which)).append("\r\n");
            } else if (oneIn(3)) {
                text.append("Cookie: JSESSIONID=").append(random.nextInt(1000)).append("\r\n");
            }
            return new String[] {cookie, session};
        }

        /** RFC 6265, section 4.1.1. */
        private String cookieOctets() {
            StringBuilder value = new StringBuilder();
            for (int i = 1 + random.nextInt(oneIn(50) ? 400 : 4); i > 0; i--) {
                char c = (char) (0x21 + random.nextInt(0x5e));
                value.append("\",;\\".indexOf(c) < 0 ? c : 'x');
            }
            return value.toString();
        }

        private String value() {
            return switch (random.nextInt(20)) {
                case 0 -> "";
                case 1, 2, 3 -> octets(6, 0x80, 0x100);
                case 4 -> octets(6, 0x20, 0x100);
                case 5 -> oneIn(20) ? octets(6, 0, 0x100) : "caf\u00c3\u00a9";
                case 6 -> oneIn(20) ? "x".repeat(random.nextInt(9000)) : "x".repeat(60 + random.nextInt(10));
                case 7 -> " " + pick(NAMES) + "\t";
                case 8, 9, 10, 11 -> octets(4, 0x20, 0x7f);
                default -> pick(NAMES);
            };
        }

        private String octets(int longest, int from, int to) {
            StringBuilder octets = new StringBuilder();
            for (int i = random.nextInt(longest + 1); i > 0; i--) {
                char octet = (char) (from + random.nextInt(to - from));
                octets.append(octet == '\r' ? '\f' : octet);
            }
            return octets.toString();
        }

        /** Whether a field value holds no control character, which a server may refuse or replace. */
        private static boolean isClean(String value) {
            return value.chars().allMatch(c -> (c >= ' ' && c != 127) || c == '\t');
        }

        private static String stripped(String value) {
            return AROUND.matcher(value).replaceAll("");
        }

        private boolean oneIn(int times) {
            return random.nextInt(times) == 0;
        }

        private String pick(String... values) {
            return values[random.nextInt(values.length)];
        }
    }
}
