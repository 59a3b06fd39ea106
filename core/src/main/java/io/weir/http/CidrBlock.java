package io.weir.http;

import org.jspecify.annotations.Nullable;

/**
 * A range of addresses: {@code 10.0.0.0/8}, {@code fd00::/8}, or one address (RFC 4632, section 3.1).
 *
 * @param network its first address
 * @param prefix how many bits all of its addresses share
 */
record CidrBlock(IpAddress network, int prefix) {

    /** @throws IllegalArgumentException if the text is no range; the message says what is allowed */
    static CidrBlock parse(String text) {
        int slash = text.indexOf('/');
        IpAddress address = IpAddress.parse(slash < 0 ? text : text.substring(0, slash));
        int prefix = prefix(text, slash, address);
        if (address == null || prefix < 0 || prefix > address.bits()) {
            throw new IllegalArgumentException(
                    "proxy '" + text
                            + "' is no range of addresses; allowed: for instance 10.0.0.0/8, fd00::/8, 192.0.2.7, never a name");
        }
        IpAddress network = address.network(prefix);
        if (!network.equals(address)) {
            throw new IllegalArgumentException(
                    "proxy '" + text + "' has bits beyond its prefix; allowed: " + network + "/" + prefix);
        }
        return new CidrBlock(network, prefix);
    }

    private static int prefix(String text, int slash, @Nullable IpAddress address) {
        if (slash < 0) {
            return address == null ? -1 : address.bits();
        }
        String digits = text.substring(slash + 1);
        return digits.matches("[0-9]{1,3}") ? Integer.parseInt(digits) : -1;
    }

    boolean contains(IpAddress address) {
        return address.bits() == network.bits() && address.network(prefix).equals(network);
    }

    /** Whether it contains every address of the other. */
    boolean covers(CidrBlock other) {
        return prefix <= other.prefix && contains(other.network);
    }

    @Override
    public String toString() {
        return network + "/" + prefix;
    }
}
