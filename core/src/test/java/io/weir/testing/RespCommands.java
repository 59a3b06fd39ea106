package io.weir.testing;

import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Counts the commands that clients send, by name: arrays of bulk strings, as every client of Redis sends them (RESP,
 * "Sending commands to a Redis server").
 */
final class RespCommands {

    private final Map<String, Long> counts = new ConcurrentHashMap<>();

    long count(String name) {
        return counts.getOrDefault(name, 0L);
    }

    /** Of one connection. */
    Reader reader() {
        return new Reader();
    }

    /** Follows one connection, however its bytes are cut. */
    final class Reader {

        private final StringBuilder text = new StringBuilder();
        private long wordBytesLeft; // with the line end behind them; 0 in a header
        private boolean isName;

        void read(byte[] bytes, int length) {
            for (int i = 0; i < length; i++) {
                if (wordBytesLeft > 0) {
                    word(bytes[i]);
                } else if (bytes[i] == '\n') {
                    header(text.toString());
                    text.setLength(0);
                } else if (bytes[i] != '\r') {
                    text.append((char) bytes[i]);
                }
            }
        }

        private void header(String line) {
            if (line.startsWith("*")) {
                isName = true;
            } else if (line.startsWith("$")) {
                wordBytesLeft = Long.parseLong(line.substring(1)) + 2;
            }
        }

        private void word(byte letter) {
            wordBytesLeft--;
            if (isName && wordBytesLeft >= 2) {
                text.append((char) letter);
            }
            if (isName && wordBytesLeft == 0) {
                counts.merge(text.toString().toUpperCase(Locale.ROOT), 1L, Long::sum);
                text.setLength(0);
                isName = false;
            }
        }
    }
}
