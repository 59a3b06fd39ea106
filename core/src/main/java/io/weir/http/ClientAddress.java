package io.weir.http;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Who is asking, by address. The peer, unless it is a proxy that is trusted: then what one header says, read from the
 * right, as far as it was written by proxies that are trusted.
 *
 * <ol>
 *   <li>The peer is the first hop that is verified: the network says so, not a header.
 *   <li>While the last verified hop is a trusted proxy, the next element to the left was written by it, and is verified.
 *   <li>The first verified hop that is no trusted proxy is the client. What stands further left is the client's own claim.
 *   <li>An element that is no address ends the walk: the last verified hop is the client.
 * </ol>
 *
 * <p>An IPv6 client is its network: a household gets a /56 or so, and could otherwise be as many clients as it likes.
 */
final class ClientAddress {

    static final int DEFAULT_IPV6_PREFIX = 56;
    static final String X_FORWARDED_FOR = "X-Forwarded-For";
    static final String FORWARDED = "Forwarded";

    /** More text than any chain of proxies writes; of a longer one only its end, which is the part to read, is kept. */
    private static final int MAX_LENGTH = 4096;

    /** Unspecified, multicast and reserved: never the address of a peer (RFC 6890, section 2.2; RFC 4291, section 2.4). */
    private static final List<CidrBlock> NO_PEERS = Stream.of(
                    "0.0.0.0/8", "224.0.0.0/4", "240.0.0.0/4", "::/128", "ff00::/8")
            .map(CidrBlock::parse)
            .toList();

    private static final Logger log = LoggerFactory.getLogger(HttpGate.class);

    private final AtomicBoolean warned = new AtomicBoolean();
    private final FirstHundred fromProxies = new FirstHundred();
    private final List<CidrBlock> trusted;
    private final String header;
    private final int ipv6Prefix;

    ClientAddress(List<CidrBlock> trusted, String header, int ipv6Prefix) {
        this.trusted = List.copyOf(trusted);
        this.header = header;
        this.ipv6Prefix = ipv6Prefix;
    }

    /**
     * The name of a header that can be believed, as it is written.
     *
     * @throws IllegalArgumentException if it is another
     */
    static String checkHeader(String name) {
        return switch (name.toLowerCase(Locale.ROOT)) {
            case "x-forwarded-for" -> X_FORWARDED_FOR;
            case "forwarded" -> FORWARDED;
            default ->
                throw new IllegalArgumentException("forwarded-header is '" + name
                        + "'; allowed: X-Forwarded-For, Forwarded; the one that your proxies overwrite or append to");
        };
    }

    /**
     * The client of a call; null if the container does not know the peer.
     *
     * @param listener is told if the walk ends at what is no address
     */
    @Nullable
    String of(HttpCall call, GateListener listener) {
        String peer = call.remoteAddress();
        IpAddress verified = peer == null ? null : IpAddress.parse(peer);
        if (verified == null) {
            return peer; // of a Unix socket, perhaps: nothing to compare, but the same text is the same peer
        }
        if (!isTrusted(verified)) {
            warnOfUntrustedProxy(verified, call);
            warnOfProxiesThatNeverCome(verified);
        } else {
            fromProxies.has();
            List<String> lines = call.headerLines(header);
            List<Optional<String>> hops = hopsFromTheRight(lines);
            if (hops.isEmpty() && !lines.isEmpty()) {
                listener.addressUnresolved(verified.toString());
            }
            for (Optional<String> hop : hops) {
                IpAddress next = hop.map(IpAddress::parseWithPort).orElse(null);
                if (next == null) {
                    listener.addressUnresolved(verified.toString());
                    break;
                }
                verified = next;
                if (!isTrusted(verified)) {
                    break;
                }
            }
        }
        return (verified.isV6() ? verified.network(ipv6Prefix) : verified).toString();
    }

    /** Once: it is said for the operator who forgot a proxy, not for every client that makes up a header. */
    private void warnOfUntrustedProxy(IpAddress peer, HttpCall call) {
        if (!warned.get() && !call.headerLines(header).isEmpty() && warned.compareAndSet(false, true)) {
            log.warn(
                    "A request from {} has the header {}, which is not believed. If {} is your proxy, all of its clients"
                            + " share one budget, and one can spend it for all: name it in trusted-proxies",
                    peer,
                    header,
                    peer);
        }
    }

    private void warnOfProxiesThatNeverCome(IpAddress peer) {
        if (!trusted.isEmpty() && fromProxies.lacks()) {
            log.warn(
                    "None of the first 100 requests came from one of trusted-proxies {}, the last came from {}. If that is your"
                            + " proxy, all of its clients share one budget, and one can spend it for all: name it. If it is a"
                            + " client, the container tells its address already, and trusted-proxies can go."
                            + " If it asks for the health of this node, all is well",
                    trusted,
                    peer);
        }
    }

    /** What of the list of proxies is hardly meant. */
    List<String> warnings() {
        List<String> warnings = new ArrayList<>();
        for (CidrBlock block : trusted) {
            if (block.prefix() == 0) {
                warnings.add("trusted-proxies has " + block + ", which is everybody: a client that makes up a new "
                        + header + " for every request has a new budget for every request, or spends that of another");
            } else if (NO_PEERS.stream().anyMatch(never -> never.covers(block))) {
                warnings.add(
                        "trusted-proxies has " + block + ", from which no request ever comes: what the proxy that is"
                                + " meant says is not believed, and all of its clients share one budget");
            }
        }
        return warnings;
    }

    private boolean isTrusted(IpAddress address) {
        for (CidrBlock block : trusted) {
            if (block.contains(address)) {
                return true;
            }
        }
        return false;
    }

    /** All lines are one list (RFC 9110, section 5.2): the proxy may have appended to it with a line of its own. */
    private List<Optional<String>> hopsFromTheRight(List<String> lines) {
        String text = String.join(",", lines);
        List<Optional<String>> hops;
        if (header.equals(FORWARDED)) {
            hops = text.length() > MAX_LENGTH ? List.of(Optional.empty()) : ForwardedField.hops(text);
        } else {
            hops = elements(text.length() > MAX_LENGTH ? text.substring(text.length() - MAX_LENGTH) : text);
        }
        List<Optional<String>> reversed = new ArrayList<>(hops);
        Collections.reverse(reversed);
        return reversed;
    }

    private static List<Optional<String>> elements(String text) {
        List<Optional<String>> elements = new ArrayList<>();
        for (String element : text.split(",", -1)) {
            String stripped = element.strip();
            if (!stripped.isEmpty()) {
                elements.add(Optional.of(stripped));
            }
        }
        return elements;
    }
}
