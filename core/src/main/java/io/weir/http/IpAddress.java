package io.weir.http;

import io.netty.util.NetUtil;
import java.util.Arrays;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * An IP address by its bits: four bytes or sixteen. However it was spelled, {@code ::ffff:1.2.3.4} is {@code 1.2.3.4}
 * (RFC 4291, section 2.5.5.2). Only literals are read; a name is never resolved.
 */
final class IpAddress {

    /** The longest literal: an IPv6 address that ends in an IPv4 one, a zone, brackets and a port. */
    private static final int MAX_LENGTH = 100;

    /** Some read a leading zero as octal, some do not: who writes one is not understood. */
    private static final Pattern LEADING_ZERO = Pattern.compile("(?:^|[.:\\[])0[0-9]+\\.|\\.0[0-9]");

    /** The old form {@code ::1.2.3.4}, of which Netty 4.2 makes an IPv4-mapped address. */
    private static final Pattern COMPATIBLE = Pattern.compile("\\[?::[0-9.]*\\..*");

    private final byte[] bytes;

    private IpAddress(byte[] bytes) {
        this.bytes = isMapped(bytes) ? Arrays.copyOfRange(bytes, 12, 16) : bytes;
    }

    /** Reads a literal, in brackets or not, with a zone or not; null if it is anything else. */
    static @Nullable IpAddress parse(String literal) {
        if (literal.length() > MAX_LENGTH
                || LEADING_ZERO.matcher(literal).find()
                || COMPATIBLE.matcher(literal).matches()) {
            return null;
        }
        byte[] bytes = NetUtil.createByteArrayFromIpAddressString(literal);
        return bytes == null ? null : new IpAddress(bytes);
    }

    /**
     * Reads a literal and perhaps a port, as proxies write them: {@code 192.0.2.1:4711}, {@code [2001:db8::1]:4711}. A bare
     * IPv6 address is never cut at a colon. Null if it is anything else.
     */
    static @Nullable IpAddress parseWithPort(String text) {
        int colon = text.lastIndexOf(':');
        boolean bracketed = text.startsWith("[") && colon > 0 && text.charAt(colon - 1) == ']';
        boolean plain = colon > 0 && text.indexOf(':') == colon;
        if ((bracketed || plain) && text.substring(colon + 1).matches("[0-9]{1,5}")) {
            return parse(text.substring(0, colon));
        }
        return parse(text);
    }

    boolean isV6() {
        return bytes.length == 16;
    }

    /** The first address of the network that this one is in. */
    IpAddress network(int prefix) {
        byte[] network = bytes.clone();
        for (int bit = prefix; bit < 8 * network.length; bit++) {
            network[bit / 8] &= (byte) ~(0x80 >> bit % 8);
        }
        return new IpAddress(network);
    }

    int bits() {
        return 8 * bytes.length;
    }

    private static boolean isMapped(byte[] bytes) {
        if (bytes.length != 16 || bytes[10] != -1 || bytes[11] != -1) {
            return false;
        }
        for (int i = 0; i < 10; i++) {
            if (bytes[i] != 0) {
                return false;
            }
        }
        return true;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof IpAddress address && Arrays.equals(bytes, address.bytes);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(bytes);
    }

    /** In the one form of RFC 5952, section 4. */
    @Override
    public String toString() {
        return NetUtil.bytesToIpAddress(bytes);
    }
}
